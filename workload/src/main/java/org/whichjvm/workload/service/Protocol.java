package org.whichjvm.workload.service;

import java.util.Arrays;
import java.util.List;

/** How requests are sent: the scheme of their addresses, and the options of vegeta. */
enum Protocol {
  HTTP("http", "-http2=false"),
  HTTPS("https", "-http2=false", "-insecure"),
  /** HTTP/2 without encryption, of which the server knows beforehand. */
  H2C("http", "-h2c"),
  /** HTTP/2 by TLS. */
  H2("https", "-http2", "-insecure");

  final String scheme;
  final List<String> options;

  Protocol(final String scheme, final String... options) {
    this.scheme = scheme;
    this.options = Arrays.asList(options);
  }
}

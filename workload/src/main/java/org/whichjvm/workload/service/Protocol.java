package org.whichjvm.workload.service;

import java.util.Arrays;
import java.util.List;

/**
 * How requests are sent. Connections are as many as a client's pool has, at most: in it a request waits, and its time
 * runs, where a server that stalls would else get thousands. Each attack opens them anew, and a hundred handshakes of
 * TLS take longer than an attack has to settle.
 */
enum Protocol {
    HTTP("http", 128, "-http2=false"),
    HTTPS("https", 32, "-http2=false", "-insecure"),
    /** HTTP/2 without encryption, of which the server knows beforehand; vegeta has no limit for it. */
    H2C("http", 128, "-h2c"),
    /** HTTP/2 by TLS. */
    H2("https", 8, "-http2", "-insecure");

    final String scheme;
    final int connections;
    final List<String> options;

    Protocol(String scheme, int connections, String... options) {
        this.scheme = scheme;
        this.connections = connections;
        this.options = Arrays.asList(options);
    }
}

package org.whichjvm.workload.service;

import java.util.Arrays;
import java.util.List;

/**
 * How requests are sent. There are at most as many connections as in a client's pool. A request waits in the pool, and
 * its time runs; without the limit, a server that stalls would get thousands of connections. Each attack opens its
 * connections again, and a hundred TLS handshakes take longer than an attack has to settle.
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

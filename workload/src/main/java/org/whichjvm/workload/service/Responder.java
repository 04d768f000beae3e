package org.whichjvm.workload.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.whichjvm.workload.host.Cpus;

/**
 * A server of HTTP that does next to nothing: it tells how many requests a second the load generator sends at most. It
 * answers each read, for such a small request comes in one.
 */
final class Responder implements AutoCloseable {
    private static final byte[] ANSWER =
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.US_ASCII);

    private final Selector selector;
    private final ServerSocketChannel listener;
    private final ByteBuffer request = ByteBuffer.allocateDirect(8 << 10);
    private final ByteBuffer answer = ByteBuffer.allocateDirect(ANSWER.length);

    /** Answers on CPUs until it is closed. */
    Responder(List<Integer> cpus) throws IOException {
        answer.put(ANSWER);
        selector = Selector.open();
        listener = ServerSocketChannel.open();
        listener.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 1_024);
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
        Thread thread = new Thread(() -> run(cpus), "responder");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return listener.socket().getLocalPort();
    }

    private void run(List<Integer> cpus) {
        Cpus.pin(cpus);
        try {
            while (selector.isOpen()) {
                selector.select();
                for (SelectionKey key : selector.selectedKeys()) {
                    if (key.isAcceptable()) {
                        accept();
                    } else {
                        answer(key);
                    }
                }
                selector.selectedKeys().clear();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (java.nio.channels.ClosedSelectorException e) {
            // It was closed.
        }
    }

    private void accept() throws IOException {
        SocketChannel channel = listener.accept();
        if (channel != null) {
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ);
        }
    }

    private void answer(SelectionKey key) throws IOException {
        SocketChannel channel = (SocketChannel) key.channel();
        request.clear();
        try {
            if (channel.read(request) >= 0) {
                answer.clear();
                channel.write(answer);
                return;
            }
        } catch (IOException e) {
            // The generator has ended with this connection open.
        }
        channel.close();
    }

    @Override
    public void close() throws IOException {
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }
}

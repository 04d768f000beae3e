package org.whichjvm.workload.host;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/** A client of UNIX sockets, which Java has from 16 on. */
public final class UnixSocket {
    private static final int AF_UNIX = 1;
    private static final int SOCK_STREAM = 1;
    private static final int SOL_SOCKET = 1;
    private static final int SO_RCVTIMEO = 20;

    /** struct sockaddr_un: a short, then a path that ends with 0. */
    private static final int PATH_AT = 2;

    private static final int ADDRESS_BYTES = 110;
    private static final int PART = 1 << 16;

    private UnixSocket() {}

    /**
     * Sends a request and reads the answer to its end.
     *
     * @param seconds how long a part of it may take
     * @param most bytes of an answer
     * @throws IOException if nobody listens, or the answer does not come or is longer
     */
    public static byte[] ask(Path socket, byte[] request, int seconds, int most) throws IOException {
        byte[] path = socket.toString().getBytes(StandardCharsets.UTF_8);
        if (path.length >= ADDRESS_BYTES - PATH_AT) {
            throw new IOException("the path of a socket is too long: " + socket);
        }
        byte[] address = new byte[ADDRESS_BYTES];
        address[0] = AF_UNIX; // little-endian, as are all machines that there are images for
        System.arraycopy(path, 0, address, PATH_AT, path.length);
        Kernel.LibC c = Kernel.c();
        int descriptor = c.socket(AF_UNIX, SOCK_STREAM, 0);
        try {
            long[] timeout = {seconds, 0};
            check(c.setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, timeout, timeout.length * Long.BYTES), socket);
            check(c.connect(descriptor, address, address.length), socket);
            for (int sent = 0; sent < request.length; ) {
                byte[] rest = Arrays.copyOfRange(request, sent, request.length);
                sent += (int) check(c.write(descriptor, rest, rest.length), socket);
            }
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            byte[] part = new byte[PART];
            for (long read = PART; read > 0; ) {
                read = check(c.read(descriptor, part, part.length), socket);
                answer.write(part, 0, (int) read);
                if (answer.size() > most) {
                    throw new IOException("the answer of " + socket + " has more than " + most + " bytes");
                }
            }
            return answer.toByteArray();
        } finally {
            c.close(descriptor);
        }
    }

    private static long check(long result, Path socket) throws IOException {
        if (result < 0) {
            throw new IOException("no answer of " + socket);
        }
        return result;
    }
}

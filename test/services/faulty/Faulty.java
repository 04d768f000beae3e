import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.File;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A web server that fails in one way. Its arguments: port, way, and for some ways a number. */
public class Faulty {
  private static final long STALL_EVERY = TimeUnit.SECONDS.toNanos(5);
  private static final long STALL = TimeUnit.MILLISECONDS.toNanos(500);

  private final String way;
  private final int number;
  private final AtomicInteger requests = new AtomicInteger();
  private final List<byte[]> kept = new ArrayList<>();

  private Faulty(String way, int number) {
    this.way = way;
    this.number = number;
  }

  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(args[0]);
    int number = args.length > 2 ? Integer.parseInt(args[2]) : 0;
    switch (args[1]) {
      case "exits":
        System.err.println("There is no configuration.");
        System.exit(5);
        break;
      case "two-processes":
        // The second cannot have the port, and says so.
        Process first = start(port);
        Process second = start(port);
        second.waitFor();
        first.waitFor();
        break;
      default:
        new Faulty(args[1], number)
            .serve(
                new InetSocketAddress(
                    args[1].equals("other-address") ? "127.0.0.2" : "0.0.0.0",
                    args[1].equals("other-port") ? port + 1 : port));
    }
  }

  private static Process start(int port) throws IOException {
    String java =
        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
    String jar = System.getProperty("java.class.path");
    return new ProcessBuilder(java, "-cp", jar, "Faulty", "" + port, "works").inheritIO().start();
  }

  private void serve(InetSocketAddress address) throws IOException {
    // Without it each answer on a kept connection waits 40 ms for the other side's acknowledgement.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    HttpServer server = HttpServer.create(address, 1024);
    server.createContext("/", this::answer);
    server.setExecutor(Executors.newCachedThreadPool());
    server.start();
    System.out.println("listening on port " + address.getPort());
  }

  private void answer(HttpExchange exchange) throws IOException {
    boolean health = exchange.getRequestURI().getPath().equals("/health");
    int status = 200;
    switch (health ? "health" : way) {
      case "health":
        status = way.equals("never-ready") ? 503 : 200;
        break;
      case "crashes":
        if (requests.incrementAndGet() == number) {
          System.err.println("The disk is full.");
          Runtime.getRuntime().halt(7);
        }
        break;
      case "leaks":
        synchronized (kept) {
          kept.add(new byte[number << 10]);
        }
        break;
      case "fails":
        status = 500;
        break;
      case "closes":
        exchange.close();
        return;
      case "stalls":
        stall();
        break;
      case "asks":
        status = statusOf("http://notes:" + number + "/notes/first");
        break;
      default:
    }
    byte[] body = "{\"is\": \"well\"}".getBytes("UTF-8");
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static int statusOf(String url) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) new URL(url).openConnection();
    int status = connection.getResponseCode();
    connection.getInputStream().close();
    return status;
  }

  /** Waits for the end of the half second in each five in which nothing is answered. */
  private static void stall() {
    long left = STALL - Math.floorMod(System.nanoTime(), STALL_EVERY);
    if (left > 0) {
      try {
        TimeUnit.NANOSECONDS.sleep(left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}

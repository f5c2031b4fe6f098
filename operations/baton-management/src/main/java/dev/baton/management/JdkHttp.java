package dev.baton.management;

import com.sun.management.UnixOperatingSystemMXBean;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.management.http.Request;
import dev.baton.management.http.Response;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the page with the JDK's HTTP server. This is enough for an operators' port on the machine
 * itself or behind a proxy that terminates TLS. Thread-safe.
 */
public final class JdkHttp implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JdkHttp.class);

  /** The JDK's server reads these properties once, when its first instance is created. */
  private static final Map<String, String> BOUNDS =
      Map.of(
          "sun.net.httpserver.maxReqTime",
          "10",
          "sun.net.httpserver.maxRspTime",
          "30",
          // Close silent connections soon, so that they don't keep new ones out.
          "sun.net.httpserver.idleInterval",
          "5",
          "sun.net.httpserver.clockTick",
          "1000",
          "jdk.httpserver.maxConnections",
          String.valueOf(maxConnections()),
          // Number of bytes to read of a body that is too large: a client that is cut off while
          // sending never reads the error.
          "sun.net.httpserver.drainAmount",
          String.valueOf(32 * 1024 * 1024));

  /**
   * Length of the queue of connections that the server hasn't accepted yet. A client that finds it
   * full retries a second later.
   */
  private static final int CONNECTIONS_WAITING = 512;

  /** The smallest limit of connections. */
  private static final int CONNECTIONS = 2_000;

  private final HttpServer server;
  private final ServerThreads threads;
  private final String prefix;

  private JdkHttp(HttpServer server, ServerThreads threads, String prefix) {
    this.server = server;
    this.threads = threads;
    this.prefix = prefix;
  }

  /**
   * Serves the page, and nothing else, on its own server.
   *
   * <p>The server cuts off a client that takes longer than ten seconds to send a request, or half a
   * minute to read the response. Up to 256 connections may do so at once. If more come, the server
   * cuts off the one that has been sending or reading for longest. The server closes a connection
   * that sends nothing for five seconds. The maximum number of connections is a quarter of the
   * files that the process may open, at least 2,000 and at most 10,000. The server refuses more.
   *
   * <p>These deadlines apply to all servers of the JDK in this JVM. They take effect only if no
   * such server was created before, and if the system properties {@code
   * sun.net.httpserver.maxReqTime} and {@code maxRspTime} aren't set.
   *
   * @param address port 0 for any free port
   * @throws IOException if the address can't be bound
   */
  public static JdkHttp serve(Management management, InetSocketAddress address) throws IOException {
    BOUNDS.forEach((name, value) -> System.getProperties().putIfAbsent(name, value));
    HttpServer server = HttpServer.create(address, CONNECTIONS_WAITING);
    ServerThreads threads = new ServerThreads();
    server.setExecutor(threads);
    mount(management, server, threads);
    server.start();
    JdkHttp http = new JdkHttp(server, threads, management.prefix());
    LOG.info("Baton's page is at {}", http.uri());
    return http;
  }

  /**
   * Returns the maximum number of connections: a quarter of the files that the process may open, at
   * least 2,000 and at most 10,000. Each connection takes one file, and the connections to the
   * database need some too.
   */
  static int maxConnections() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
        ? (int) Math.max(CONNECTIONS, Math.min(10_000, system.getMaxFileDescriptorCount() / 4))
        : CONNECTIONS;
  }

  /**
   * Mounts the page on an existing server, next to what that server already serves.
   *
   * @return the context, for the host's own authenticator and filters
   */
  public static HttpContext mount(Management management, HttpServer server) {
    return mount(management, server, CallerWaits.UNWATCHED);
  }

  private static HttpContext mount(Management management, HttpServer server, CallerWaits callers) {
    boolean isLocal = server.getAddress().getAddress().isLoopbackAddress();
    Management here = isLocal ? management.onLoopback() : management;
    return server.createContext(here.prefix(), exchange -> answer(here, exchange, callers));
  }

  /** Returns the page's address, as seen from this machine. */
  public URI uri() {
    InetSocketAddress address = server.getAddress();
    boolean here =
        address.getAddress().isAnyLocalAddress() || address.getAddress().isLoopbackAddress();
    String host = here ? "localhost" : address.getHostString();
    String named = host.contains(":") ? "[" + host + "]" : host;
    return URI.create("http://" + named + ":" + address.getPort() + prefix);
  }

  /** Stops accepting requests. Running requests have five seconds to finish. */
  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }

  /** Handles a request whose head has been read. The body is read on demand. */
  private static void answer(Management management, HttpExchange exchange, CallerWaits callers)
      throws IOException {
    callers.goesOn();
    try (exchange) {
      Response response = answered(management, exchange, callers);
      // The server reads the unread rest of the body after the response.
      callers.waits();
      response.headers().forEach(exchange.getResponseHeaders()::set);
      if (exchange.getRequestHeaders().containsKey("Transfer-Encoding")) {
        // The JDK parses a chunk's size as 32 bits, so the end of the body is uncertain. Closing
        // the connection keeps the rest from being read as the next request.
        exchange.getResponseHeaders().set("Connection", "close");
      }
      send(exchange, response);
    }
  }

  private static Response answered(
      Management management, HttpExchange exchange, CallerWaits callers) {
    Map<String, String> headers;
    try {
      Headers all = exchange.getRequestHeaders();
      headers = Request.headers(all.keySet(), all::get);
      requireOneHost(exchange.getRequestURI().getRawAuthority(), headers.get("host"));
    } catch (IllegalArgumentException twice) {
      return Management.malformed(String.valueOf(twice.getMessage()));
    }
    return management.handle(
        new Request(
            exchange.getRequestMethod(),
            "",
            exchange.getRequestURI().getRawPath(),
            exchange.getRequestURI().getRawQuery(),
            headers,
            new AwaitedBody(exchange.getRequestBody(), callers),
            exchange));
  }

  /** A body whose read time the caller determines. */
  private static final class AwaitedBody extends FilterInputStream {
    private final CallerWaits callers;

    AwaitedBody(InputStream body, CallerWaits callers) {
      super(body);
      this.callers = callers;
    }

    @Override
    public byte[] readNBytes(int most) throws IOException {
      callers.waits();
      try {
        return super.readNBytes(most);
      } catch (RuntimeException broken) {
        // The JDK's chunk reader throws this on invalid chunk sizes.
        throw new IOException("The body isn't well-formed HTTP", broken);
      } finally {
        callers.goesOn();
      }
    }
  }

  /**
   * Rejects a request whose line names another host than its header. The name in the line takes
   * precedence in HTTP.
   */
  private static void requireOneHost(@Nullable String named, @Nullable String header) {
    if (named != null && !named.equals(header)) {
      throw new IllegalArgumentException(
          "The request line and the Host header name different hosts");
    }
  }

  private static void send(HttpExchange exchange, Response response) throws IOException {
    byte[] body = response.body().toArray();
    if (exchange.getRequestMethod().equals("HEAD") || body.length == 0) {
      exchange.sendResponseHeaders(response.status(), -1);
      return;
    }
    exchange.sendResponseHeaders(response.status(), body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }
}

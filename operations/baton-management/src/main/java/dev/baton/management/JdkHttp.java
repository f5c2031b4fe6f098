package dev.baton.management;

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
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings requests from the JDK's own HTTP server: enough for an operators' port behind a proxy that
 * speaks TLS, or on the machine itself. Thread-safe.
 */
public final class JdkHttp implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JdkHttp.class);

  /** The JDK's server reads them once, when its first instance is made. */
  private static final Map<String, String> BOUNDS =
      Map.of(
          "sun.net.httpserver.maxReqTime",
          "10",
          "sun.net.httpserver.maxRspTime",
          "30",
          "sun.net.httpserver.idleInterval",
          "30",
          // Each takes a file of the process, which has the database's connections to keep as well.
          "jdk.httpserver.maxConnections",
          "2000",
          // Of a body that is too large: who is cut off while sending it never reads why.
          "sun.net.httpserver.drainAmount",
          String.valueOf(32 * 1024 * 1024));

  /**
   * For a moment, until the server accepts them: a client that finds no place tries a second later.
   */
  private static final int CONNECTIONS_WAITING = 512;

  private final HttpServer server;
  private final ServerThreads threads;
  private final String prefix;

  private JdkHttp(HttpServer server, ServerThreads threads, String prefix) {
    this.server = server;
    this.threads = threads;
    this.prefix = prefix;
  }

  /**
   * Serves it, and nothing else, on a server of its own. A client that takes longer than ten
   * seconds to send a request, or half a minute to read the answer, is cut off; up to 256
   * connections may take their time at once, and where more come, who has been sending or reading
   * for longest is cut off. Those deadlines are the JDK's, for all of its servers in this JVM: they
   * hold where none was made before, and where the system properties {@code
   * sun.net.httpserver.maxReqTime} and {@code maxRspTime} don't say otherwise.
   *
   * @param address port 0 for any that is free
   * @throws IOException when the address can't be had
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
   * Mounts it on a server that is there already, beside what that one serves.
   *
   * @return the context, for an authenticator and filters of the host's own
   */
  public static HttpContext mount(Management management, HttpServer server) {
    return mount(management, server, CallerWaits.UNWATCHED);
  }

  private static HttpContext mount(Management management, HttpServer server, CallerWaits callers) {
    boolean isLocal = server.getAddress().getAddress().isLoopbackAddress();
    Management here = isLocal ? management.onLoopback() : management;
    return server.createContext(here.prefix(), exchange -> answer(here, exchange, callers));
  }

  /** The page's address, as seen from this machine. */
  public URI uri() {
    InetSocketAddress address = server.getAddress();
    boolean here =
        address.getAddress().isAnyLocalAddress() || address.getAddress().isLoopbackAddress();
    String host = here ? "localhost" : address.getHostString();
    String named = host.contains(":") ? "[" + host + "]" : host;
    return URI.create("http://" + named + ":" + address.getPort() + prefix);
  }

  /** Takes no more requests; those under way have five seconds. */
  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }

  /** The head has been read; the body is read when it is asked for. */
  private static void answer(Management management, HttpExchange exchange, CallerWaits callers)
      throws IOException {
    callers.goesOn();
    try (exchange) {
      Response response = answered(management, exchange, callers);
      // The rest of a body that nobody wanted is read after the answer.
      callers.waits();
      response.headers().forEach(exchange.getResponseHeaders()::set);
      if (exchange.getRequestHeaders().containsKey("Transfer-Encoding")) {
        // The JDK reads a chunk's size as 32 bits: where the body ends isn't sure, and what follows
        // must not be read as the next request.
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

  /** A body that takes as long to read as its caller likes. */
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
        // The JDK's reader of chunks meets sizes that are none.
        throw new IOException("The body isn't well-formed HTTP", broken);
      } finally {
        callers.goesOn();
      }
    }
  }

  /** A request line may name a host as well, which is the one that holds. */
  private static void requireOneHost(@Nullable String named, @Nullable String header) {
    if (named != null && !named.equals(header)) {
      throw new IllegalArgumentException("The request's line and its Host header differ");
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

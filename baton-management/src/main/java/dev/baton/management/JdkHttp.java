package dev.baton.management;

import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.management.http.Request;
import dev.baton.management.http.Response;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings requests from the JDK's own HTTP server: enough for an operators' port behind a proxy that
 * speaks TLS, or on the machine itself. Thread-safe.
 */
public final class JdkHttp implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JdkHttp.class);
  private static final int THREADS = 16;
  private static final int PATIENCE_SECONDS = 5;

  private final HttpServer server;
  private final ExecutorService threads;
  private final String prefix;

  private JdkHttp(HttpServer server, ExecutorService threads, String prefix) {
    this.server = server;
    this.threads = threads;
    this.prefix = prefix;
  }

  /**
   * Serves it, and nothing else, on a server of its own. At most 16 requests are answered at a
   * time; others wait.
   *
   * @param address port 0 for any that is free
   * @throws IOException when the address can't be had
   */
  public static JdkHttp serve(Management management, InetSocketAddress address) throws IOException {
    HttpServer server = HttpServer.create(address, 0);
    AtomicInteger number = new AtomicInteger();
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    ExecutorService threads =
        Executors.newFixedThreadPool(
            THREADS,
            work -> {
              String name = "baton-http-" + number.incrementAndGet();
              Thread thread = new Thread(null, work, name, 0, false);
              thread.setDaemon(true);
              thread.setContextClassLoader(loader);
              return thread;
            });
    server.setExecutor(threads);
    mount(management, server);
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
    return server.createContext(management.prefix(), exchange -> answer(management, exchange));
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
    threads.shutdown();
    try {
      if (!threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException interrupted) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  private static void answer(Management management, HttpExchange exchange) throws IOException {
    try (exchange) {
      Map<String, String> headers = new TreeMap<>();
      exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
      Response response =
          management.handle(
              new Request(
                  exchange.getRequestMethod(),
                  "",
                  exchange.getRequestURI().getRawPath(),
                  exchange.getRequestURI().getRawQuery(),
                  headers,
                  exchange.getRequestBody(),
                  exchange));
      response.headers().forEach(exchange.getResponseHeaders()::set);
      send(exchange, response);
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

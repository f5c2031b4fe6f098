package dev.baton.management.incidents;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** An alerting service on this machine whose behaviour a test sets. */
final class LocalService implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 90;

  /** A received request. */
  record Received(String method, String path, Map<String, String> headers, byte[] body) {
    JsonNode json() {
      return Endpoint.json().readTree(body);
    }
  }

  /** The reaction to a request. */
  interface Behaviour {
    void answer(HttpExchange exchange) throws IOException, InterruptedException;
  }

  private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch released = new CountDownLatch(1);
  private final HttpServer server;
  private volatile Behaviour behaviour = answering(202);

  LocalService() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  void behave(Behaviour next) {
    behaviour = next;
  }

  /** Lets all blocked requests continue. */
  void release() {
    released.countDown();
  }

  /** Waits for the next request and returns it. */
  Received next() throws InterruptedException {
    Received next = received.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("No request arrived");
    }
    return next;
  }

  /** Responds with this status and these headers, each as "Name: value". */
  static Behaviour answering(int status, String... headers) {
    return exchange -> {
      for (String header : headers) {
        int colon = header.indexOf(':');
        exchange
            .getResponseHeaders()
            .set(header.substring(0, colon), header.substring(colon + 1).strip());
      }
      exchange.sendResponseHeaders(status, -1);
    };
  }

  /** Blocks until it is released, and then accepts. */
  Behaviour hanging() {
    return exchange -> {
      released.await();
      exchange.sendResponseHeaders(202, -1);
    };
  }

  /** Starts a response and never finishes it. */
  Behaviour hangingInTheBody() {
    return exchange -> {
      exchange.sendResponseHeaders(202, 1_000_000);
      exchange.getResponseBody().write(new byte[10]);
      exchange.getResponseBody().flush();
      released.await();
    };
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      for (Map.Entry<String, List<String>> header : exchange.getRequestHeaders().entrySet()) {
        headers.put(header.getKey(), header.getValue().get(0));
      }
      // Reads the behaviour now, because a test may change it for the next request.
      Behaviour now = behaviour;
      received.add(
          new Received(
              exchange.getRequestMethod(), exchange.getRequestURI().toString(), headers, body));
      now.answer(exchange);
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    release();
    server.stop(0);
    threads.shutdownNow();
  }
}

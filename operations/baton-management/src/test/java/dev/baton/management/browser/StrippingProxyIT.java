package dev.baton.management.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.task.Status;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests the page behind a proxy that removes a prefix of each path. */
@Tag("deep")
@ExtendWith(SharedBrowser.class)
class StrippingProxyIT {
  private static final String STRIPPED = "/ops/eu";

  private final HttpClient client = HttpClient.newHttpClient();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private Service service;
  private HttpServer proxy;

  @BeforeEach
  void start() throws Exception {
    service = Service.start();
    proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    proxy.setExecutor(threads);
    proxy.createContext(STRIPPED + "/", this::passOn);
    proxy.start();
  }

  @AfterEach
  void stop() {
    proxy.stop(0);
    threads.shutdownNow();
    service.close();
  }

  private void passOn(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().toString().substring(STRIPPED.length());
      byte[] body = exchange.getRequestBody().readAllBytes();
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(service.url()).resolve(path))
              .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body))
              .header("X-Forwarded-Prefix", STRIPPED);
      for (String name :
          List.of("Content-Type", "X-Requested-With", "If-Match", "If-None-Match", "Accept")) {
        String value = exchange.getRequestHeaders().getFirst(name);
        if (value != null) {
          request.header(name, value);
        }
      }
      HttpResponse<byte[]> response = client.send(request.build(), BodyHandlers.ofByteArray());
      response
          .headers()
          .map()
          .forEach((name, values) -> exchange.getResponseHeaders().put(name, values));
      int length = response.body().length;
      exchange.sendResponseHeaders(response.statusCode(), length == 0 ? -1 : length);
      exchange.getResponseBody().write(response.body());
    } catch (InterruptedException stopping) {
      throw new IOException(stopping);
    }
  }

  @Test
  void everyViewWorksAndTaskIsRetried(Browser browser) {
    UUID failed = service.addFailing("no answer");
    service.partnerIsAway(false);
    String page = "http://localhost:" + proxy.getAddress().getPort() + STRIPPED + "/baton";
    for (String view :
        List.of(
            "",
            "#/tasks",
            "#/errors",
            "#/types",
            "#/types/" + Service.PAY,
            "#/schedules",
            "#/nodes",
            "#/limits",
            "#/audit",
            "#/tasks/" + failed)) {
      browser.open(page + view);
      browser.await(Dashboard.SHOWN);
      browser.await("document.querySelector('#link').textContent.includes('Live')");
      assertThat(Dashboard.notices(browser)).as(view).isEmpty();
    }
    browser.await("document.querySelector('[data-key=retry]')");
    browser.run("document.querySelector('[data-key=retry]').click()");
    browser.await("document.querySelector('dialog[open]')");
    browser.run("document.querySelector('dialog button[type=submit]').click()");
    browser.await("document.querySelector('.task-head .badge.is-done')");
    assertThat(service.status(failed)).isEqualTo(Status.DONE);
    assertThat(
            browser.run(
                "return performance.getEntriesByType('resource')"
                    + ".map((one) => new URL(one.name).pathname)"
                    + ".filter((path) => !path.startsWith('"
                    + STRIPPED
                    + "/baton/'))"))
        .isEmpty();
    assertThat(browser.complaints()).isEmpty();
  }
}

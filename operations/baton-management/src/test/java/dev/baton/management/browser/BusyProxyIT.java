package dev.baton.management.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.management.JdkHttp;
import dev.baton.management.Management;
import dev.baton.management.access.Right;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a proxy in front of the service that responds for it for a while. */
@Tag("deep")
@ExtendWith(SharedBrowser.class)
class BusyProxyIT {
  @ParameterizedTest
  @ValueSource(ints = {408, 429, 502, 503, 504})
  void knownDataStaysAndTheBadgeShowsItsAge(int status, Browser browser) throws Exception {
    AtomicInteger answered = new AtomicInteger();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    var threads = Executors.newCachedThreadPool();
    server.setExecutor(threads);
    try (Service service = Service.start()) {
      service.add(TaskRequest.of(TaskType.of(Service.PAY)).onHold());
      Management management =
          Management.of(service.baton)
              .accessPolicy(new WithSomeRights(() -> Set.of(Right.values())))
              .principal(request -> Service.ANNA)
              .build();
      JdkHttp.mount(management, server).getFilters().add(new Busy(answered));
      server.start();
      browser.open("http://localhost:" + server.getAddress().getPort() + "/baton#/tasks");
      browser.await("document.querySelector('#link').textContent.includes('Live')");
      answered.set(status);
      browser.await("document.querySelector('#link').textContent.includes('Stale since')");
      assertThat(browser.run("return document.querySelectorAll('tbody tr').length").intValue())
          .as("known data stays")
          .isEqualTo(1);
      answered.set(0);
      browser.run("dispatchEvent(new Event('online'))");
      browser.await("document.querySelector('#link').textContent.includes('Live')");
      browser.complaints(); // The browser records each error response.
    } finally {
      server.stop(0);
      threads.shutdownNow();
    }
  }

  /** Responds with this status; 0 passes all requests. */
  private static final class Busy extends Filter {
    private final AtomicInteger status;

    Busy(AtomicInteger status) {
      this.status = status;
    }

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
      if (status.get() == 0) {
        chain.doFilter(exchange);
      } else {
        exchange.sendResponseHeaders(status.get(), -1);
        exchange.close();
      }
    }

    @Override
    public String description() {
      return "Stands before the service";
    }
  }
}

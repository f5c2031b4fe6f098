package dev.baton.management.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A page that is open when its login ends reports this and hides its content. */
@Tag("deep")
@ExtendWith(SharedBrowser.class)
class SignedOutIT {

  @ParameterizedTest
  @ValueSource(ints = {200, 302, 401})
  void endedLoginIsReportedForRedirectAndForLoginPage(int status, Browser browser)
      throws Exception {
    try (Service service = Service.start()) {
      service.addFailing("no answer");
      browser.open(service.url() + "#/tasks");
      browser.await(Dashboard.SHOWN);
      HttpServer login = login(service.vanish(), status);
      try {
        browser.await("document.querySelector('.notice')?.textContent.includes('Sign in')");
        assertThat(browser.run("return document.querySelectorAll('tbody tr').length").asInt())
            .isZero();
      } finally {
        login.stop(0);
        service.serve(0);
      }
    }
  }

  /** Responds to every request with the login form or a redirect to it. */
  private static HttpServer login(int port, int status) throws Exception {
    HttpServer login =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    login.createContext(
        "/",
        exchange -> {
          boolean leads = status == 302 && !exchange.getRequestURI().getPath().equals("/login");
          byte[] form = "<!doctype html><title>Login</title>".getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "text/html;charset=utf-8");
          exchange.getResponseHeaders().add("Location", "/login");
          exchange.sendResponseHeaders(leads ? 302 : status == 302 ? 200 : status, form.length);
          exchange.getResponseBody().write(form);
          exchange.close();
        });
    login.start();
    return login;
  }
}

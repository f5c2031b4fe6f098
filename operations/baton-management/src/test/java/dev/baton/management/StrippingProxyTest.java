package dev.baton.management;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests a proxy that removes a prefix of the path and reports it. The addresses in the page contain
 * the prefix.
 */
class StrippingProxyTest {
  private static final Pattern ADDRESS =
      Pattern.compile("(?:src|href)=\"(?!data:)([^\"#][^\"]*)\"");

  private final HttpClient client = HttpClient.newHttpClient();
  private final Served served = Served.inMemory();
  private HttpServer proxy;
  private String said = "/ops";

  @BeforeEach
  void start() throws IOException {
    proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    proxy.createContext("/ops/", this::passOn);
    proxy.start();
  }

  @AfterEach
  void stop() {
    proxy.stop(0);
    served.close();
  }

  private void passOn(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getRawPath().substring("/ops".length());
      HttpResponse<byte[]> response =
          client.send(
              HttpRequest.newBuilder(served.uri().resolve(path))
                  .header("X-Forwarded-Prefix", said)
                  .header("X-Name", "alice")
                  .build(),
              BodyHandlers.ofByteArray());
      exchange.sendResponseHeaders(response.statusCode(), 0);
      exchange.getResponseBody().write(response.body());
    } catch (InterruptedException stopping) {
      throw new IOException(stopping);
    }
  }

  private HttpResponse<String> get(URI address) throws Exception {
    return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
  }

  private URI page() {
    return URI.create("http://localhost:" + proxy.getAddress().getPort() + "/ops/baton");
  }

  @Test
  void pageFindsEverythingThroughTheProxy() throws Exception {
    List<URI> needed = new ArrayList<>();
    Matcher addresses = ADDRESS.matcher(get(page()).body());
    while (addresses.find()) {
      needed.add(page().resolve(addresses.group(1)));
    }
    assertThat(needed).hasSize(3);
    for (URI one : needed) {
      assertThat(get(one).statusCode()).as(one.toString()).isEqualTo(200);
    }
    URI script = needed.stream().filter(one -> one.getPath().endsWith(".js")).findFirst().get();
    HttpResponse<String> interfaces = get(script.resolve("../api"));
    assertThat(interfaces.statusCode()).isEqualTo(200);
    assertThat(interfaces.body()).contains("\"prefix\":\"/ops/baton\"");
  }

  @Test
  void prefixesOfSeveralProxiesAreJoinedAndInvalidOnesIgnored() throws Exception {
    said = "/outer/, /ops";
    assertThat(get(page()).body()).contains("\"/outer/ops/baton/assets/page-");
    for (String wrong :
        List.of("//evil.example", "https://evil.example", "/a\"b", "/a b", "ops", "/")) {
      said = wrong;
      assertThat(get(page()).body()).as(wrong).contains("\"/baton/assets/page-");
    }
  }
}

package dev.baton.spring.management;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.springframework.boot.test.context.assertj.AssertableWebApplicationContext;
import org.springframework.boot.web.server.context.WebServerApplicationContext;

/** The application as a browser sees it. */
final class Site {
  static final String OPERATOR = "ada:ROLE_OPERATOR";

  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private final int port;

  private Site(int port) {
    this.port = port;
  }

  static Site of(AssertableWebApplicationContext context) {
    WebServerApplicationContext served =
        (WebServerApplicationContext) context.getSourceApplicationContext();
    return new Site(served.getWebServer().getPort());
  }

  int port() {
    return port;
  }

  /** Returns the status of a request with this Host header. The JDK's client sets its own. */
  int statusAt(String host, String path) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(60_000);
      String request =
          "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      String line = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
      return Integer.parseInt(line.substring("HTTP/1.1 ".length()));
    }
  }

  HttpResponse<String> get(String path, String... headers) throws Exception {
    return send(request(path, headers).GET());
  }

  HttpResponse<String> post(String path, String body, String... headers) throws Exception {
    return send(
        request(path, headers)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  HttpResponse<String> head(String path, String... headers) throws Exception {
    return send(request(path, headers).method("HEAD", HttpRequest.BodyPublishers.noBody()));
  }

  private HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
            .timeout(Duration.ofSeconds(60));
    return headers.length == 0 ? request : request.headers(headers);
  }

  private static HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}

package dev.baton.cli.client;

import dev.baton.cli.text.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Calls a service over HTTP, with the rights that the service grants.
 *
 * @param base address of the interface, without a slash at its end
 * @param headers sent with each request
 */
public record HttpTransport(URI base, Map<String, String> headers) implements Transport {
  private static final Duration CONNECTING = Duration.ofSeconds(10);
  private static final Duration ANSWERING = Duration.ofSeconds(60);
  private static final int LONGEST_ANSWER = 64 * 1024 * 1024;
  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .connectTimeout(CONNECTING)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  /** Returns a transport to the service that mounts Baton at this URL. */
  public static HttpTransport to(String url, Map<String, String> headers) {
    try {
      URI base = URI.create(url.replaceAll("/+$", "") + "/api");
      if (base.getHost() != null && List.of("http", "https").contains(base.getScheme())) {
        return new HttpTransport(base, headers);
      }
    } catch (IllegalArgumentException unreadable) {
      // The error below doesn't quote the URL, which may contain a password.
    }
    throw Failure.usage("--url must look like https://payouts.example/baton");
  }

  @Override
  public Reply send(String method, String path, @Nullable String body) {
    HttpRequest request = request(method, path, body);
    try {
      HttpResponse<InputStream> response =
          CLIENT.send(request, HttpResponse.BodyHandlers.ofInputStream());
      try (InputStream in = response.body()) {
        return new Reply(
            response.statusCode(),
            new String(in.readNBytes(LONGEST_ANSWER), StandardCharsets.UTF_8));
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw Failure.unreachable("Interrupted while waiting for " + base.getHost());
    } catch (IOException silent) {
      throw Failure.unreachable("Can't reach " + base + ": " + words(silent));
    }
  }

  private HttpRequest request(String method, String path, @Nullable String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(ANSWERING)
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .header("Accept", "application/json, application/problem+json")
            .header("X-Requested-With", "baton");
    if (body != null) {
      request.header("Content-Type", "application/json");
    }
    try {
      headers.forEach(request::header);
    } catch (IllegalArgumentException refused) {
      throw Failure.usage("A --header can't be sent: its name or value isn't allowed in HTTP");
    }
    return request.build();
  }

  private static String words(IOException failure) {
    return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
  }

  @Override
  public String where() {
    return base.toString();
  }

  @Override
  public void close() {
    // No connection needs to be closed.
  }
}

package dev.baton.management.incidents;

import dev.baton.operate.incident.IncidentSink.Answer;
import dev.baton.task.internal.Texts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Posts JSON and returns the result. The exchange has a time limit, which includes the response
 * body. The body is discarded. Immutable and thread-safe.
 *
 * @param patience maximum duration of an exchange
 */
record Endpoint(URI address, Duration patience) {
  private static final Duration CONNECTING = Duration.ofSeconds(5);
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration MAX_TIMEOUT = Duration.ofMinutes(5);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Client that all sinks share. Its exchanges don't block each other. */
  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .connectTimeout(CONNECTING)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  Endpoint {
    String scheme = address.getScheme();
    boolean web = "https".equalsIgnoreCase(scheme) || "http".equalsIgnoreCase(scheme);
    if (!web || address.getHost() == null || address.getRawUserInfo() != null) {
      // The message doesn't quote the address, which may contain a key.
      throw new IllegalArgumentException(
          "A sink's address must begin with https:// or http:// and a host, and contain no user");
    }
    if (patience.compareTo(Duration.ofMillis(1)) < 0 || patience.compareTo(MAX_TIMEOUT) > 0) {
      throw new IllegalArgumentException(
          "A sink's timeout must be between 1 ms and "
              + Texts.duration(MAX_TIMEOUT)
              + ", not "
              + Texts.duration(patience));
    }
  }

  static Endpoint at(URI address) {
    return new Endpoint(address, DEFAULT_TIMEOUT);
  }

  Endpoint patience(Duration longest) {
    return new Endpoint(address, longest);
  }

  /** Returns an endpoint with another address and the same timeout. */
  Endpoint moved(URI other) {
    return new Endpoint(other, patience);
  }

  static JsonMapper json() {
    return JSON;
  }

  Answer post(JsonNode document, Map<String, String> headers) throws InterruptedException {
    return post(JSON.writeValueAsBytes(document), headers);
  }

  Answer post(byte[] body, Map<String, String> headers) throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .timeout(patience)
            .header("Content-Type", "application/json")
            .header("User-Agent", "baton")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    headers.forEach(request::header);
    CompletableFuture<HttpResponse<Void>> exchange =
        CLIENT.sendAsync(request.build(), HttpResponse.BodyHandlers.discarding());
    try {
      // The request's own timeout ends with the response headers, but the body can hang too.
      return judged(exchange.get(patience.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException silent) {
      return new Answer.Later("no response within " + Texts.duration(patience), null);
    } catch (ExecutionException broken) {
      return new Answer.Later(reason(broken.getCause()), null);
    } finally {
      exchange.cancel(true);
    }
  }

  /**
   * Describes a failure without the exception's message, because some messages quote the address.
   */
  private String reason(@Nullable Throwable broken) {
    if (broken instanceof java.net.http.HttpTimeoutException) {
      return "no response within " + Texts.duration(patience);
    }
    String name = broken == null ? "unknown" : broken.getClass().getSimpleName();
    return (broken instanceof IOException
            ? "no connection to its host: "
            : "the request can't be sent: ")
        + name;
  }

  private static Answer judged(HttpResponse<Void> response) {
    int status = response.statusCode();
    if (status >= 200 && status < 300) {
      return new Answer.Accepted();
    }
    if (status == 408 || status == 425 || status == 429 || status >= 500) {
      return new Answer.Later(
          "it returned HTTP " + status, retryAfter(response.headers()).orElse(null));
    }
    String why =
        switch (status) {
          case 401, 403 -> ": its key or token isn't accepted";
          case 404, 410 -> ": its address doesn't exist";
          default -> status < 400 ? ": it is a redirect, which the sink doesn't follow" : "";
        };
    return new Answer.Refused("it returned HTTP " + status + why);
  }

  /**
   * Reads Retry-After: seconds, or a time, which is compared with the Date header of the same
   * server.
   */
  private static Optional<Duration> retryAfter(HttpHeaders headers) {
    Optional<String> value = headers.firstValue("Retry-After").map(String::strip);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    try {
      if (value.get().chars().allMatch(c -> c >= '0' && c <= '9')) {
        return Optional.of(Duration.ofSeconds(Long.parseLong(value.get())));
      }
      Duration until =
          Duration.between(time(headers.firstValue("Date").orElse("")), time(value.get()));
      return Optional.of(until.isNegative() ? Duration.ZERO : until);
    } catch (NumberFormatException | DateTimeException nonsense) {
      return Optional.empty();
    }
  }

  private static ZonedDateTime time(String text) {
    return ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME);
  }

  /** Returns only the host, because the rest may contain a key. */
  @Override
  public String toString() {
    return address.getHost();
  }
}

package dev.baton.cli;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/**
 * The way to a service's REST interface.
 *
 * @param base where the interface begins, without a slash at its end
 * @param headers sent with each request
 */
record ServiceAccess(URI base, Map<String, String> headers) {
  private static final Duration CONNECTING = Duration.ofSeconds(10);
  private static final Duration ANSWERING = Duration.ofSeconds(60);
  private static final int LONGEST_ANSWER = 64 * 1024 * 1024;
  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .connectTimeout(CONNECTING)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  /** The interface of the service that mounts Baton there. */
  static ServiceAccess at(String url, Map<String, String> headers) {
    try {
      URI base = URI.create(url.replaceAll("/+$", "") + "/api");
      if (base.getHost() != null && List.of("http", "https").contains(base.getScheme())) {
        return new ServiceAccess(base, headers);
      }
    } catch (IllegalArgumentException unreadable) {
      // Told below, without what may be a password in it.
    }
    throw Failure.usage("--url is such as https://payouts.example/baton");
  }

  ObjectNode get(String path, Map<String, List<String>> query) {
    return answer(request(path + query(query)).GET().build());
  }

  ObjectNode post(String path, ObjectNode body) {
    return answer(
        request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
            .build());
  }

  ObjectNode delete(String path) {
    return answer(request(path).DELETE().build());
  }

  /** A word as a part of a path. */
  static String part(String word) {
    return URLEncoder.encode(word, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(ANSWERING)
            .header("Accept", "application/json, application/problem+json")
            .header("X-Requested-With", "baton");
    try {
      headers.forEach(request::header);
    } catch (IllegalArgumentException refused) {
      throw Failure.usage("A --header can't be sent: its name or value isn't allowed in HTTP");
    }
    return request;
  }

  private static String query(Map<String, List<String>> query) {
    StringBuilder text = new StringBuilder();
    query.forEach(
        (name, values) ->
            values.forEach(
                value ->
                    text.append(text.isEmpty() ? '?' : '&')
                        .append(name)
                        .append('=')
                        .append(part(value))));
    return text.toString();
  }

  private ObjectNode answer(HttpRequest request) {
    HttpResponse<InputStream> response;
    String body;
    try {
      response = CLIENT.send(request, HttpResponse.BodyHandlers.ofInputStream());
      try (InputStream in = response.body()) {
        body = new String(in.readNBytes(LONGEST_ANSWER), StandardCharsets.UTF_8);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw Failure.unreachable("Interrupted while " + base.getHost() + " was asked");
    } catch (IOException silent) {
      throw Failure.unreachable("Can't reach " + base + ": " + words(silent));
    }
    ObjectNode answer = parsed(body);
    int status = response.statusCode();
    if (status / 100 == 2 && answer != null) {
      return answer;
    }
    if (status / 100 == 2 && body.isBlank()) {
      return Json.object();
    }
    throw failure(status, answer);
  }

  private static String words(IOException failure) {
    return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
  }

  private static @Nullable ObjectNode parsed(String body) {
    try {
      return body.isBlank() || !(Json.parse(body) instanceof ObjectNode object) ? null : object;
    } catch (JacksonException notJson) {
      return null;
    }
  }

  private Failure failure(int status, @Nullable ObjectNode problem) {
    if (problem == null || !problem.has("title")) {
      String words = base + " answered " + status + " and not as Baton does: is the URL right?";
      return status >= 500 ? Failure.unreachable(words) : Failure.refused(words);
    }
    StringBuilder words = new StringBuilder(Json.text(problem, "title"));
    if (problem.has("detail")) {
      words.append(": ").append(Json.text(problem, "detail"));
    }
    if (problem.has("field")) {
      words.append(" (").append(Json.text(problem, "field")).append(')');
    }
    if (problem.path("current").has("status")) {
      words
          .append(". The task is ")
          .append(Json.text(problem.path("current"), "status"))
          .append(" under version ")
          .append(Json.text(problem.path("current"), "version"));
    }
    if (status >= 500) {
      return Failure.unreachable(words.toString());
    }
    return status == 400 ? Failure.usage(words.toString()) : Failure.refused(words.toString());
  }
}

package dev.baton.cli.client;

import dev.baton.cli.text.Failure;
import dev.baton.cli.text.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/** The REST interface: answers as objects, refusals as failures. Used by one thread. */
public final class RestCalls implements AutoCloseable {
  private final Transport transport;

  public RestCalls(Transport transport) {
    this.transport = transport;
  }

  /**
   * @param member what every answer of Baton's to this has
   */
  public ObjectNode get(String path, Map<String, List<String>> query, String member) {
    return answer("GET", path + query(query), null, member);
  }

  /** As {@link #get}: the answer's text as it came. */
  public String text(String path, String member) {
    return known("GET", path, null, member).body();
  }

  public ObjectNode post(String path, ObjectNode body, String member) {
    return answer("POST", path, body, member);
  }

  public ObjectNode put(String path, ObjectNode body, String member) {
    return answer("PUT", path, body, member);
  }

  public ObjectNode delete(String path, String member) {
    return answer("DELETE", path, null, member);
  }

  /** A word as a part of a path. */
  public static String part(String word) {
    return URLEncoder.encode(word, StandardCharsets.UTF_8).replace("+", "%20");
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

  private ObjectNode answer(String method, String path, @Nullable ObjectNode body, String member) {
    return (ObjectNode) Json.parse(known(method, path, body, member).body());
  }

  /** What says 200 to everything isn't Baton: nothing was done, and a list isn't empty. */
  private Transport.Reply known(
      String method, String path, @Nullable ObjectNode body, String member) {
    Transport.Reply reply = transport.send(method, path, body == null ? null : body.toString());
    @Nullable ObjectNode answer = parsed(reply.body());
    if (reply.status() / 100 != 2) {
      throw failure(reply.status(), answer);
    }
    if (answer == null || !answer.has(member)) {
      throw notBaton(reply.status());
    }
    return reply;
  }

  private static @Nullable ObjectNode parsed(String body) {
    try {
      return body.isBlank() || !(Json.parse(body) instanceof ObjectNode object) ? null : object;
    } catch (JacksonException notJson) {
      return null;
    }
  }

  private Failure failure(int status, @Nullable ObjectNode problem) {
    if (status == 401) {
      return Failure.refused(
          transport.where()
              + " doesn't know who you are: say --user NAME with --password-file or BATON_PASSWORD,"
              + " or --token or BATON_TOKEN, or --header; or what was said isn't right");
    }
    if (status / 100 == 3) {
      return Failure.refused(
          transport.where()
              + " answered "
              + status
              + ", which sends people to sign in: say who you are by --user, --token or --header,"
              + " and check that the URL begins with https where the service does");
    }
    if (problem == null || !problem.has("title")) {
      return notBaton(status);
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
    return switch (status) {
      case 400 -> Failure.usage(words.toString());
      // What the service was built without, it refuses however often it is asked.
      case 501 -> Failure.refused(words.toString());
      default ->
          status >= 500 ? Failure.unreachable(words.toString()) : Failure.refused(words.toString());
    };
  }

  /** What stands before the service answered, or what isn't the service. */
  private Failure notBaton(int status) {
    String why =
        switch (status) {
          case 403 ->
              "what stands before it knows you and refuses you, or lets no program change anything"
                  + " (CSRF)";
          case 413 -> "what stands before it takes no request as large as this one";
          case 429 -> "what stands before it takes no more requests for now: try again later";
          case 502, 503, 504 ->
              "what stands before it doesn't reach the service, or the service isn't up yet: try"
                  + " again later";
          default -> "is the URL right?";
        };
    String words = transport.where() + " answered " + status + ", and not as Baton does: " + why;
    return status >= 500 || status == 429 ? Failure.unreachable(words) : Failure.refused(words);
  }

  @Override
  public void close() {
    transport.close();
  }
}

package dev.baton.cli.client;

import dev.baton.cli.text.Failure;
import dev.baton.cli.text.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/**
 * Calls the REST interface. Returns responses as objects and throws refusals as failures. Used by
 * one thread.
 */
public final class RestCalls implements AutoCloseable {
  private final Transport transport;

  public RestCalls(Transport transport) {
    this.transport = transport;
  }

  /**
   * @param member a member that every response of Baton to this request has
   */
  public ObjectNode get(String path, Map<String, List<String>> query, String member) {
    return answer("GET", path + query(query), null, member);
  }

  /** Works like {@link #get}, but returns empty if the service has no such path. */
  public Optional<ObjectNode> find(String path, String member) {
    Transport.Reply reply = transport.send("GET", path, null);
    return reply.status() == 404
        ? Optional.empty()
        : Optional.of((ObjectNode) Json.parse(known(reply, member).body()));
  }

  /** Works like {@link #get}, but returns the unparsed text of the response. */
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

  /** Encodes a word as one segment of a path. */
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

  /**
   * Checks the response. A server that returns 200 to everything isn't Baton: no change was made,
   * and its list isn't an empty one.
   */
  private Transport.Reply known(
      String method, String path, @Nullable ObjectNode body, String member) {
    return known(transport.send(method, path, body == null ? null : body.toString()), member);
  }

  private Transport.Reply known(Transport.Reply reply, String member) {
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
              + " doesn't know who you are: use --user NAME with --password-file or BATON_PASSWORD,"
              + " or --token or BATON_TOKEN, or --header, and check that the values are right");
    }
    if (status / 100 == 3) {
      return Failure.refused(
          transport.where()
              + " responded with "
              + status
              + ", which redirects to a sign-in page: sign in with --user, --token or --header,"
              + " and check that the URL begins with https if the service uses it");
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
      // A feature that the service was built without stays refused, so a repetition doesn't help.
      case 501 -> Failure.refused(words.toString());
      default ->
          status >= 500 ? Failure.unreachable(words.toString()) : Failure.refused(words.toString());
    };
  }

  /**
   * Describes a response of a proxy in front of the service, or of a server that isn't the service.
   */
  private Failure notBaton(int status) {
    String why =
        switch (status) {
          case 403 ->
              "a proxy in front of it knows you and refuses you, or allows no changes by programs"
                  + " (CSRF)";
          case 413 -> "a proxy in front of it accepts no request as large as this one";
          case 429 -> "a proxy in front of it accepts no more requests for now: try again later";
          case 502, 503, 504 ->
              "a proxy in front of it can't reach the service, or the service isn't up yet: try"
                  + " again later";
          default -> "is the URL right?";
        };
    String words = transport.where() + " responded with " + status + ", but not as Baton: " + why;
    return status >= 500 || status == 429 ? Failure.unreachable(words) : Failure.refused(words);
  }

  @Override
  public void close() {
    transport.close();
  }
}

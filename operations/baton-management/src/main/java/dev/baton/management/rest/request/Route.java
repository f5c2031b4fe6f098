package dev.baton.management.rest.request;

import dev.baton.management.access.Right;
import dev.baton.management.http.PercentEncoded;
import dev.baton.management.http.Response;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A line of the table of routes: what is answered to whom, and all that it takes. Immutable.
 *
 * @param template below the interface's path, such as {@code /tasks/{id}}
 * @param right what it takes at least; its handler asks for it, for each task where there are any;
 *     null when anybody who is known may
 * @param answer the name of what is answered in the description
 */
public record Route(
    String method,
    String template,
    @Nullable Right right,
    String about,
    List<Field> query,
    List<Field> body,
    String answer,
    Handler handler) {

  /** What is done. */
  @FunctionalInterface
  public interface Handler {
    Response handle(Call call);
  }

  public Route {
    query = List.copyOf(query);
    body = List.copyOf(body);
  }

  public static Route get(
      String template, @Nullable Right right, String about, String answer, Handler handler) {
    return new Route("GET", template, right, about, List.of(), List.of(), answer, handler);
  }

  public static Route post(
      String template, Right right, String about, String answer, Handler handler) {
    return new Route("POST", template, right, about, List.of(), List.of(), answer, handler);
  }

  /** With a query of these fields. */
  public Route query(List<Field> fields) {
    return new Route(method, template, right, about, fields, body, answer, handler);
  }

  /** With a body of these fields. */
  public Route body(List<Field> fields) {
    return new Route(method, template, right, about, query, fields, answer, handler);
  }

  /** The same for another method. */
  public Route method(String other) {
    return new Route(other, template, right, about, query, body, answer, handler);
  }

  /** The names in the template. */
  public List<String> names() {
    return Arrays.stream(template.split("/"))
        .filter(Route::isName)
        .map(part -> part.substring(1, part.length() - 1))
        .toList();
  }

  /**
   * What the path has where the template has names; empty when it is the path of another route.
   *
   * @param path percent-encoded
   */
  public Optional<Map<String, String>> match(String path) {
    List<String> parts = new ArrayList<>(List.of(template.split("/", -1)));
    List<String> found = List.of(path.split("/", -1));
    if (parts.size() != found.size()) {
      return Optional.empty();
    }
    TreeMap<String, String> values = new TreeMap<>();
    for (int i = 0; i < parts.size(); i++) {
      String part = parts.get(i);
      if (isName(part) && !found.get(i).isEmpty()) {
        values.put(part.substring(1, part.length() - 1), decoded(found.get(i)));
      } else if (!part.equals(found.get(i))) {
        return Optional.empty();
      }
    }
    return Optional.of(values);
  }

  private static boolean isName(String part) {
    return part.startsWith("{");
  }

  private static String decoded(String part) {
    try {
      // In a path a plus is a plus.
      return PercentEncoded.read(part.replace("+", "%2B"));
    } catch (IllegalArgumentException broken) {
      throw new HttpProblem(400, "The path isn't percent-encoded as it should be");
    }
  }
}

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
 * A row of the table of routes: the method, path, right, parameters and handler. Immutable.
 *
 * @param template below the interface's path, such as {@code /tasks/{id}}
 * @param right the right that the route needs at least; the handler checks it, for each task if the
 *     route has tasks; null if every known user may call it
 * @param answer the name of the response's schema in the description
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

  /** Handles a call. */
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

  /** Returns the route with these query fields. */
  public Route query(List<Field> fields) {
    return new Route(method, template, right, about, fields, body, answer, handler);
  }

  /** Returns the route with these body fields. */
  public Route body(List<Field> fields) {
    return new Route(method, template, right, about, query, fields, answer, handler);
  }

  /** Returns the route with another method. */
  public Route method(String other) {
    return new Route(other, template, right, about, query, body, answer, handler);
  }

  /** Returns the names in the template. */
  public List<String> names() {
    return Arrays.stream(template.split("/"))
        .filter(Route::isName)
        .map(part -> part.substring(1, part.length() - 1))
        .toList();
  }

  /**
   * Returns the values of the template's names, or empty if the path belongs to another route.
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
      // In a path, a plus is a literal plus.
      return PercentEncoded.read(part.replace("+", "%2B"));
    } catch (IllegalArgumentException broken) {
      throw new HttpProblem(400, "The path isn't percent-encoded correctly");
    }
  }
}

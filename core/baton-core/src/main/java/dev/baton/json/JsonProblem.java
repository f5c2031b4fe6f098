package dev.baton.json;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A problem that Jackson reports, described only by its place and kind. Omits the messages of
 * exceptions, because Jackson, constructors and setters may quote the payload in them.
 *
 * @param path the steps to the place in the JSON, without values from the payload
 * @param target the class that is expected there
 * @param refusedBy the class of the exception
 * @param line the line, from 1; 0 if unknown
 */
record JsonProblem(
    Kind kind,
    List<String> path,
    @Nullable Class<?> target,
    Class<?> refusedBy,
    int line,
    int column) {

  enum Kind {
    MALFORMED,
    UNKNOWN_PROPERTY,
    UNKNOWN_SUBTYPE,
    UNKNOWN_CONSTANT,
    MISSING,
    WRONG_TYPE,
    REFUSED
  }

  /**
   * Returns a problem from the parts of an exception.
   *
   * @param steps the steps to the place; for an unknown property the last step is left out, because
   *     its name comes from the payload
   */
  static JsonProblem of(
      Kind kind,
      List<String> steps,
      @Nullable Class<?> target,
      Throwable thrown,
      int line,
      int column) {
    List<String> path =
        kind == Kind.UNKNOWN_PROPERTY ? steps.subList(0, Math.max(0, steps.size() - 1)) : steps;
    Throwable cause = thrown.getCause();
    Class<?> refusedBy = cause == null ? thrown.getClass() : cause.getClass();
    return new JsonProblem(kind, path, target, refusedBy, line, column);
  }

  /** Returns the description for an error message. */
  String description() {
    return (path.isEmpty() ? "" : "at " + String.join("", path) + ", ")
        + what()
        + (line < 1 ? "" : " (line " + line + ", column " + column + ")");
  }

  String targetName() {
    return target == null ? "type" : target.getName();
  }

  private String what() {
    return switch (kind) {
      case MALFORMED -> "it isn't well-formed";
      case UNKNOWN_PROPERTY -> "there is a property that the class doesn't have";
      case UNKNOWN_SUBTYPE, UNKNOWN_CONSTANT, WRONG_TYPE ->
          target == null ? refused() : "the value there isn't a " + target.getName();
      case MISSING ->
          "the field of type "
              + targetName()
              + " is missing or null; it needs a default or a newer payload version";
      case REFUSED -> refused();
    };
  }

  private String refused() {
    return "refused by " + refusedBy.getName();
  }

  /**
   * Returns one step of a path: a property's name, or an index in a list. The key of a map is
   * replaced by {@code ?}, because it comes from the payload.
   *
   * @param from the object that contains the step, or its class
   */
  static String step(@Nullable Object from, @Nullable String property, int index) {
    if (property == null) {
      return "[" + index + "]";
    }
    boolean map =
        from instanceof Map || (from instanceof Class<?> type && Map.class.isAssignableFrom(type));
    return map ? "[?]" : "/" + property;
  }

  /**
   * Returns the kind of problem for a value of the wrong form.
   *
   * @param isFormat whether the value has the right JSON type but the class doesn't accept it
   * @param said Jackson's message, which alone shows whether the value is missing
   */
  static Kind wrongType(
      @Nullable Class<?> target, boolean isFormat, @Nullable Object value, String said) {
    if (target != null && target.isPrimitive() && said.startsWith("Cannot map `null`")) {
      return Kind.MISSING;
    }
    if (isFormat && target != null && target.isEnum() && value instanceof String) {
      return Kind.UNKNOWN_CONSTANT;
    }
    return target == null ? Kind.REFUSED : Kind.WRONG_TYPE;
  }
}

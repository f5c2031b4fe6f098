package dev.baton.json;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What Jackson couldn't do, by place and kind alone. Its own messages quote the content, and so do
 * those of constructors and setters that refuse a value.
 *
 * @param path the steps to the place, without content
 * @param target what should stand there
 * @param refusedBy the class of what was thrown
 * @param line counted from 1; 0 where it isn't known
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
   * What was thrown, by its parts.
   *
   * @param steps the steps to the place; that to a property which the class doesn't have is content
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

  String told() {
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
          target == null ? refused() : "what stands there isn't a " + target.getName();
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
   * One step of a path: a property's name, or a place in a list. The keys of maps are content.
   *
   * @param from what the step leads out of: an object, or its class
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
   * The kind of what a value of the wrong form met.
   *
   * @param isFormat a text or number of the right JSON type that the class doesn't take
   * @param said Jackson's own words, the only place where it tells a value that isn't there
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

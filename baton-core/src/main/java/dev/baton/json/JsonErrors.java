package dev.baton.json;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JacksonException.Reference;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.PropertyBindingException;

/**
 * What Jackson couldn't do, by place and kind alone. Its own messages quote the content, and so do
 * those of constructors and setters that refuse a value.
 */
final class JsonErrors {
  private JsonErrors() {}

  static String of(JacksonException broken) {
    return where(broken) + what(broken) + at(broken.getLocation());
  }

  private static String what(JacksonException broken) {
    if (broken instanceof StreamReadException) {
      return "it isn't well-formed";
    }
    if (broken instanceof PropertyBindingException) {
      return "there is a property that the class doesn't have";
    }
    if (broken instanceof MismatchedInputException wrong && wrong.getTargetType() != null) {
      return "what stands there isn't a " + wrong.getTargetType().getName();
    }
    Throwable cause = broken.getCause();
    return "refused by "
        + (cause == null ? broken.getClass().getName() : cause.getClass().getName());
  }

  private static String where(JacksonException broken) {
    List<Reference> path = broken.getPath();
    // The property that isn't known is the last one: its name is content.
    int known = broken instanceof PropertyBindingException ? path.size() - 1 : path.size();
    return path.isEmpty()
        ? ""
        : "at "
            + path.stream().limit(known).map(JsonErrors::step).collect(Collectors.joining())
            + ", ";
  }

  /** The keys of maps are content, too. */
  private static String step(Reference reference) {
    String name = reference.getPropertyName();
    if (name == null) {
      return "[" + reference.getIndex() + "]";
    }
    return isOfAMap(reference.from()) ? "[?]" : "/" + name;
  }

  private static boolean isOfAMap(@Nullable Object from) {
    return from instanceof Map
        || (from instanceof Class<?> type && Map.class.isAssignableFrom(type));
  }

  private static String at(@Nullable TokenStreamLocation location) {
    return location == null || location.getLineNr() < 1
        ? ""
        : " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")";
  }
}

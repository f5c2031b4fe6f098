package dev.baton.management.rest.request;

import dev.baton.operate.Cursor;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The valid parameters of a request. Immutable. */
public final class Input {
  public static final Input NONE = new Input(Map.of());

  private final TreeMap<String, Object> values;

  public Input(Map<String, Object> values) {
    this.values = new TreeMap<>(values);
  }

  public boolean has(String name) {
    return values.containsKey(name);
  }

  public @Nullable String text(String name) {
    return (String) values.get(name);
  }

  /** Returns a text that is declared as required. */
  public String needed(String name) {
    String text = text(name);
    if (text == null) {
      throw new IllegalStateException(name + " isn't declared as required");
    }
    return text;
  }

  public @Nullable UUID id(String name) {
    return (UUID) values.get(name);
  }

  public @Nullable Instant instant(String name) {
    return (Instant) values.get(name);
  }

  public @Nullable Duration duration(String name) {
    return (Duration) values.get(name);
  }

  public @Nullable Cursor cursor(String name) {
    return (Cursor) values.get(name);
  }

  public @Nullable Long number(String name) {
    return (Long) values.get(name);
  }

  public int integer(String name, int otherwise) {
    Long value = number(name);
    return value == null ? otherwise : Math.toIntExact(value);
  }

  public boolean truth(String name) {
    return Boolean.TRUE.equals(values.get(name));
  }

  public @Nullable JsonNode json(String name) {
    return (JsonNode) values.get(name);
  }

  /** Returns the fields of an object, or none if it wasn't sent. */
  public Input object(String name) {
    Object value = values.get(name);
    return value == null ? NONE : (Input) value;
  }

  /** Returns the values of a list, or an empty list if it wasn't sent. */
  public List<?> list(String name) {
    Object value = values.get(name);
    return value == null ? List.of() : (List<?>) value;
  }
}

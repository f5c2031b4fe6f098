package dev.baton.benchmarks.child;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One line between the harness and a process of a trial: a verb, and words of the form name=value.
 * Values contain no spaces.
 */
public record Words(String verb, Map<String, String> values) {

  /** Returns a line of this verb, without values. */
  public static Words of(String verb) {
    return new Words(verb, Map.of());
  }

  /** Returns the line with one more value. */
  public Words with(String name, Object value) {
    String text = String.valueOf(value);
    if (text.chars().anyMatch(Character::isWhitespace)) {
      throw new IllegalArgumentException(name + " must not contain spaces: " + text);
    }
    Map<String, String> more = new LinkedHashMap<>(values);
    more.put(name, text);
    return new Words(verb, more);
  }

  /** Reads a line. */
  public static Words parse(String line) {
    String[] parts = line.strip().split(" ");
    Map<String, String> values = new TreeMap<>();
    for (int i = 1; i < parts.length; i++) {
      int at = parts[i].indexOf('=');
      values.put(parts[i].substring(0, at), parts[i].substring(at + 1));
    }
    return new Words(parts[0], values);
  }

  public String text(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("'" + verb + "' needs a value for " + name);
    }
    return value;
  }

  public long number(String name) {
    return Long.parseLong(text(name));
  }

  public int count(String name) {
    return Integer.parseInt(text(name));
  }

  public boolean isSet(String name) {
    return Boolean.parseBoolean(text(name));
  }

  @Override
  public String toString() {
    return values.isEmpty()
        ? verb
        : verb
            + values.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(" ", " ", ""));
  }
}

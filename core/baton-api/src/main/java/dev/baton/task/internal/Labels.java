package dev.baton.task.internal;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** What a task's labels may be: a few names, each with a value, by which people find the task. */
public final class Labels {
  /** The most labels a task may have. */
  public static final int MAX_LABELS = 8;

  /** The longest value, in characters. */
  public static final int MAX_VALUE = 120;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,60}");

  private Labels() {}

  /**
   * These labels, in the order of their names and never to change.
   *
   * @throws IllegalArgumentException when they are too many, or one of them is none
   */
  public static Map<String, String> checked(Map<String, String> labels) {
    if (labels.isEmpty()) {
      return Map.of();
    }
    if (labels.size() > MAX_LABELS) {
      throw new IllegalArgumentException(
          "A task has at most " + MAX_LABELS + " labels; this one has " + labels.size());
    }
    labels.forEach(Labels::require);
    return Collections.unmodifiableMap(new TreeMap<>(labels));
  }

  /**
   * Refuses what can't be a label.
   *
   * @throws IllegalArgumentException with what is allowed
   */
  public static void require(String name, String value) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "A label's name has 1-60 of the characters A-Z a-z 0-9 . _ - ; '"
              + Texts.line(name)
              + "' isn't one");
    }
    if (value.isEmpty() || value.length() > MAX_VALUE) {
      throw new IllegalArgumentException(
          "The value of a label has 1-"
              + MAX_VALUE
              + " characters; that of '"
              + name
              + "' has "
              + value.length());
    }
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "The value of a label has no control characters; that of '" + name + "' has one");
    }
    if (!value.equals(value.stripTrailing())) {
      // MySQL ignores trailing blanks when it compares: "a" and "a " would be one value there.
      throw new IllegalArgumentException(
          "The value of a label doesn't end with a blank; that of '" + name + "' does");
    }
    Texts.requireDistinct("The value of the label '" + name + "'", value);
  }
}

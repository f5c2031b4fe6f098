package dev.baton.task.row;

import dev.baton.task.internal.Texts;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Checks a task's labels. A label is a name and a value by which you can search for the task. */
public final class Labels {
  /** Maximum number of labels of a task. */
  public static final int MAX_LABELS = 8;

  /** Maximum length of a value, in characters. */
  public static final int MAX_VALUE = 120;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,60}");

  private Labels() {}

  /**
   * Returns an immutable copy of these labels, sorted by name.
   *
   * @throws IllegalArgumentException if there are too many labels, or if a label is invalid
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
   * Checks the name and value of a label.
   *
   * @throws IllegalArgumentException if the name or the value is invalid; the message says what is
   *     allowed
   */
  public static void require(String name, String value) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "A label's name has 1-60 of the characters A-Z a-z 0-9 . _ - ; '"
              + Texts.line(name)
              + "' is invalid");
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
          "The value of a label must not contain control characters; that of '" + name + "' does");
    }
    if (!value.equals(value.stripTrailing())) {
      // MySQL ignores trailing blanks in comparisons: "a" and "a " would be the same value there.
      throw new IllegalArgumentException(
          "The value of a label doesn't end with a blank; that of '" + name + "' does");
    }
    Texts.requireDistinct("The value of the label '" + name + "'", value);
  }
}

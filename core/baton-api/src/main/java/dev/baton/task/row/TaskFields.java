package dev.baton.task.row;

import dev.baton.task.internal.Texts;

/** Checks the values of a task's fields. Each method throws if its value is invalid. */
public final class TaskFields {
  /** Maximum length of a unique key, in characters. */
  public static final int MAX_UNIQUE_KEY = 250;

  /** Maximum length of the name of a state, in characters. */
  public static final int MAX_STATE = 60;

  private TaskFields() {}

  /** Requires 1–250 characters, no control characters, and no blank at either end. */
  public static void requireType(String name) {
    requireName("type", name, TaskSpec.MAX_TYPE);
  }

  /** Requires 1–250 characters, no control characters, and no blank at either end. */
  public static void requireSubType(String name) {
    requireName("sub-type", name, TaskSpec.MAX_TYPE);
  }

  /** Requires at most 200 characters, no control characters, and no blank at either end. */
  public static void requireKey(String key) {
    if (!key.isEmpty()) {
      requireName("key", key, TaskSpec.MAX_KEY);
    }
  }

  /** Requires 1–60 of the characters {@code A-Z a-z 0-9 . _ -}. */
  public static void requireBucket(String name) {
    if (name.isEmpty()
        || name.length() > TaskSpec.MAX_BUCKET
        || !name.chars().allMatch(TaskFields::isBucketCharacter)) {
      throw new IllegalArgumentException(
          "A bucket's name has 1-60 of the characters A-Z a-z 0-9 . _ - ; '"
              + Texts.line(name)
              + "' is invalid");
    }
  }

  /** Requires 0 to 9. */
  public static void requirePriority(int priority) {
    if (priority < 0 || priority > TaskSpec.MAX_PRIORITY) {
      throw new IllegalArgumentException(
          "A priority runs from 0 (most urgent) to 9; " + priority + " doesn't");
    }
  }

  /** Requires at most 60 characters. */
  public static void requireState(String state) {
    Texts.requireDistinct("A state's name", state);
    if (state.length() > MAX_STATE) {
      throw new IllegalArgumentException(
          "A state's name has at most " + MAX_STATE + " characters; '" + state + "' has more");
    }
  }

  /** Requires 1–250 characters, and no blank at the end. */
  public static void requireUniqueKey(String key) {
    if (key.isEmpty() || key.length() > MAX_UNIQUE_KEY) {
      throw new IllegalArgumentException(
          "A unique key has 1-" + MAX_UNIQUE_KEY + " characters; this one has " + key.length());
    }
    if (!key.equals(key.stripTrailing())) {
      // MySQL ignores trailing blanks in comparisons, so "a" and "a " would be one key there.
      throw new IllegalArgumentException(
          "A unique key doesn't end with a blank; '" + Texts.line(key) + "' does");
    }
    Texts.requireDistinct("A unique key", key);
  }

  private static void requireName(String what, String value, int longest) {
    if (value.isEmpty() || value.length() > longest) {
      throw new IllegalArgumentException(
          "A task's "
              + what
              + " has 1-"
              + longest
              + " characters; '"
              + value
              + "' has "
              + value.length());
    }
    for (int i = 0; i < value.length(); i++) {
      if (Character.isISOControl(value.charAt(i))) {
        throw new IllegalArgumentException(
            "A task's "
                + what
                + " must not contain control characters; character "
                + i
                + " is one");
      }
    }
    Texts.requireDistinct("A task's " + what, value);
    if (!value.equals(value.strip())) {
      // MySQL ignores trailing blanks in comparisons, so "a" and "a " would become one flow there.
      throw new IllegalArgumentException(
          "A task's " + what + " neither starts nor ends with a blank; '" + value + "' does");
    }
  }

  private static boolean isBucketCharacter(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '.'
        || c == '_'
        || c == '-';
  }
}

package dev.baton.engine.operate;

import org.jspecify.annotations.Nullable;

/**
 * The author of a change, and the reason.
 *
 * @param name the author's name as the caller gives it; 1–200 characters
 * @param reason null for none; at most 2,000 characters
 */
record Actor(String name, @Nullable String reason) {
  /** The author if the caller doesn't name one. */
  static final Actor APPLICATION = new Actor("application", null);

  private static final int MAX_NAME_LENGTH = 200;
  private static final int MAX_REASON_LENGTH = 2_000;

  Actor {
    if (name.isBlank() || name.length() > MAX_NAME_LENGTH) {
      throw new IllegalArgumentException(
          "An actor's name has 1-" + MAX_NAME_LENGTH + " characters. '" + name + "' doesn't");
    }
    for (int i = 0; i < name.length(); i++) {
      if (Character.isISOControl(name.charAt(i))) {
        throw new IllegalArgumentException(
            "An actor's name must not contain control characters. Character " + i + " is one");
      }
    }
    if (reason != null && reason.length() > MAX_REASON_LENGTH) {
      throw new IllegalArgumentException(
          "A reason has at most " + MAX_REASON_LENGTH + " characters, not " + reason.length());
    }
  }

  /** Returns the same actor with this reason added. An existing reason comes first. */
  Actor saying(String more) {
    String all = reason == null ? more : reason + ": " + more;
    return new Actor(
        name, all.length() <= MAX_REASON_LENGTH ? all : all.substring(0, MAX_REASON_LENGTH));
  }
}

package dev.baton.engine.operate;

import org.jspecify.annotations.Nullable;

/**
 * Who changes something, and why.
 *
 * @param name what the caller calls them; 1–200 characters
 * @param reason null when nothing was said; at most 2,000 characters
 */
record Actor(String name, @Nullable String reason) {
  /** Where the caller doesn't say who it acts for. */
  static final Actor APPLICATION = new Actor("application", null);

  private static final int MAX_NAME_LENGTH = 200;
  private static final int MAX_REASON_LENGTH = 2_000;

  Actor {
    if (name.isBlank() || name.length() > MAX_NAME_LENGTH) {
      throw new IllegalArgumentException(
          "An actor's name has 1-" + MAX_NAME_LENGTH + " characters; '" + name + "' hasn't");
    }
    for (int i = 0; i < name.length(); i++) {
      if (Character.isISOControl(name.charAt(i))) {
        throw new IllegalArgumentException(
            "An actor's name has no control characters; character " + i + " of it is one");
      }
    }
    if (reason != null && reason.length() > MAX_REASON_LENGTH) {
      throw new IllegalArgumentException(
          "A reason has at most " + MAX_REASON_LENGTH + " characters, not " + reason.length());
    }
  }

  /** The same one, with this said about the single change; what is said already comes first. */
  Actor saying(String more) {
    String all = reason == null ? more : reason + ": " + more;
    return new Actor(
        name, all.length() <= MAX_REASON_LENGTH ? all : all.substring(0, MAX_REASON_LENGTH));
  }
}

package dev.baton.engine.operate;

import org.jspecify.annotations.Nullable;

/**
 * Who changes something, and why.
 *
 * @param actor what the caller calls them; 1–200 characters
 * @param reason null when nothing was said; at most 2,000 characters
 */
record Author(String actor, @Nullable String reason) {
  /** Where the caller doesn't say who it acts for. */
  static final Author APPLICATION = new Author("application", null);

  private static final int LONGEST_ACTOR = 200;
  private static final int LONGEST_REASON = 2_000;

  Author {
    if (actor.isBlank() || actor.length() > LONGEST_ACTOR) {
      throw new IllegalArgumentException(
          "An actor's name has 1-" + LONGEST_ACTOR + " characters; '" + actor + "' hasn't");
    }
    for (int i = 0; i < actor.length(); i++) {
      if (Character.isISOControl(actor.charAt(i))) {
        throw new IllegalArgumentException(
            "An actor's name has no control characters; character " + i + " of it is one");
      }
    }
    if (reason != null && reason.length() > LONGEST_REASON) {
      throw new IllegalArgumentException(
          "A reason has at most " + LONGEST_REASON + " characters, not " + reason.length());
    }
  }

  /** The same one, with this said about the single change; what is said already comes first. */
  Author saying(String more) {
    String all = reason == null ? more : reason + ": " + more;
    return new Author(
        actor, all.length() <= LONGEST_REASON ? all : all.substring(0, LONGEST_REASON));
  }
}

package dev.baton.engine.base;

import dev.baton.task.internal.Texts;
import org.jspecify.annotations.Nullable;

/**
 * The person or program that makes a change, and the reason.
 *
 * @param name 1–200 characters, as the caller gives it
 * @param reason at most 2,000 characters; null for none, also if it was blank
 */
public record Actor(String name, @Nullable String reason) {
  private static final int MAX_NAME_LENGTH = 200;
  private static final int MAX_REASON_LENGTH = 2_000;

  public Actor {
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
    reason = reason == null || reason.isBlank() ? null : reason;
    if (reason != null && reason.length() > MAX_REASON_LENGTH) {
      throw new IllegalArgumentException(
          "A reason has at most " + MAX_REASON_LENGTH + " characters, not " + reason.length());
    }
  }

  /** Returns the actor of changes for which the caller names no person: the node itself. */
  public static Actor node(String name) {
    return new Actor(Texts.kept("node " + name, MAX_NAME_LENGTH), null);
  }

  /** Returns the same actor with this text added to the reason. An existing reason comes first. */
  public Actor saying(String more) {
    if (more.isBlank()) {
      return this;
    }
    String all = reason == null ? more : reason + ": " + more;
    return new Actor(name, Texts.kept(all, MAX_REASON_LENGTH));
  }
}

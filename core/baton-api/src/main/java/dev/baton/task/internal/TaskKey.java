package dev.baton.task.internal;

import java.time.Duration;

/**
 * A claim to uniqueness, a row of its own beside the task: the unique index decides every race.
 *
 * @param kind what is unique
 * @param text the unique text; for {@link Kind#ID} the task's id
 * @param retention how long the uniqueness lasts
 */
public record TaskKey(Kind kind, String text, KeyRetention retention) {

  /** A type, a character between them, and what is unique in it. */
  private static final int MAX_TEXT = TaskSpec.MAX_TYPE + 1 + 250;

  public TaskKey {
    Texts.requireDistinct("A unique key", text);
    if (text.isEmpty() || text.length() > MAX_TEXT || !text.equals(text.strip())) {
      throw new IllegalArgumentException(
          "A unique key has 1-"
              + MAX_TEXT
              + " characters and no blanks at its ends; '"
              + text
              + "' doesn't");
    }
  }

  /** What a key makes unique. The codes are stored. */
  public enum Kind {
    /** A task's id that Baton didn't make itself. */
    ID(0),
    /** A text of the caller's, unique in its task type. */
    UNIQUE(1);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    /** The stored number. */
    public int code() {
      return code;
    }
  }

  /**
   * How long a key stays taken. It always does while its task lives.
   *
   * @param atLeast counted from the adding of the task; zero when the end of the task is enough
   * @param whileKept also as long as the finished task is kept
   */
  public record KeyRetention(Duration atLeast, boolean whileKept) {
    /** The longest period a key can be held for beyond its task's life. */
    public static final Duration LONGEST = Duration.ofDays(3_650);

    public KeyRetention {
      if (atLeast.isNegative() || atLeast.compareTo(LONGEST) > 0) {
        throw new IllegalArgumentException(
            "A key can be held for zero to " + LONGEST.toDays() + " days, not " + atLeast);
      }
    }
  }
}

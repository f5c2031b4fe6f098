package dev.baton.task.row;

import dev.baton.task.internal.Texts;
import java.time.Duration;

/**
 * A unique key of a task. It has its own row, so that a unique index of the database decides which
 * of two concurrent adds gets the key.
 *
 * @param kind the kind of key
 * @param text the unique text; for {@link Kind#ID} the task's id
 * @param retention how long the key stays taken
 */
public record TaskKey(Kind kind, String text, KeyRetention retention) {

  /** Maximum length: the longest type, a separator and the longest unique text. */
  private static final int MAX_TEXT = TaskSpec.MAX_TYPE + 1 + TaskFields.MAX_UNIQUE_KEY;

  public TaskKey {
    Texts.requireDistinct("A unique key", text);
    if (text.isEmpty() || text.length() > MAX_TEXT || !text.equals(text.strip())) {
      throw new IllegalArgumentException(
          "The text of a unique key must have 1-"
              + MAX_TEXT
              + " characters and no blanks at its ends; '"
              + text
              + "' is invalid");
    }
  }

  /** The kind of a key. The codes are stored. */
  public enum Kind {
    /** A task id that Baton did not generate. */
    ID(0),
    /** A caller's text, unique in its task type. */
    UNIQUE(1);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    /** Returns the stored code. */
    public int code() {
      return code;
    }
  }

  /**
   * How long a key stays taken. A key always stays taken while its task is live.
   *
   * @param atLeast minimum time, from the add of the task; zero if the key is free at the task's
   *     end
   * @param whileKept whether it also stays taken while the finished task is kept
   */
  public record KeyRetention(Duration atLeast, boolean whileKept) {
    /** Maximum value of {@code atLeast}. */
    public static final Duration LONGEST = Duration.ofDays(3_650);

    public KeyRetention {
      if (atLeast.isNegative() || atLeast.compareTo(LONGEST) > 0) {
        throw new IllegalArgumentException(
            "A key can be kept for zero to "
                + LONGEST.toDays()
                + " days, not "
                + Texts.duration(atLeast));
      }
    }
  }
}

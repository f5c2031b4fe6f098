package dev.baton.task.rule;

/** How a task stands to the others that it was added to wait for. The codes are stored. */
public enum WaitState {
  /** It waits, and is let go by the end of the last of them. */
  WAITS(0),
  /** A person holds it: whatever becomes of the others, it stays held until a person lets it go. */
  HELD(1),
  /** It waits for nothing any more, or never did. */
  OVER(2),
  /**
   * It has ended before its turn came. Those behind it in its order hear of its end when its turn
   * would have come: until then, tasks before it haven't ended.
   */
  ENDED_EARLY(3);

  private final int code;

  WaitState(int code) {
    this.code = code;
  }

  /** What a store keeps. */
  public int code() {
    return code;
  }

  /** The standing with this code. */
  public static WaitState ofCode(int code) {
    return switch (code) {
      case 0 -> WAITS;
      case 1 -> HELD;
      case 2 -> OVER;
      case 3 -> ENDED_EARLY;
      default -> throw new IllegalArgumentException("No wait state has the code " + code);
    };
  }
}

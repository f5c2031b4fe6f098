package dev.baton.operate.override;

import dev.baton.api.TaskType;

/**
 * A limit, rate, retry, mute or acknowledgement that can be set at run time.
 *
 * @param name depends on {@link #kind}: a type (the first name of its definition), a type and a
 *     state separated by a slash, the name of a cluster limit, or a problem in the overview
 */
public record OverrideTarget(Kind kind, String name) implements Comparable<OverrideTarget> {

  /** The kind of setting. */
  public enum Kind {
    /** The slots that a type has on each node. */
    NODE_SLOTS("slots on each node of type"),
    /** The slots that each key of a type has on each node. */
    KEY_SLOTS("slots for each key on each node of type"),
    /** The slots of a cluster limit, for all tasks or for each key. */
    CLUSTER_SLOTS("slots of the cluster limit"),
    /** The pace of a cluster rate, for all tasks or for each key. */
    RATE("the rate"),
    /** The delays and the maximum number of attempts of a type. */
    RETRY("the retry of type"),
    /**
     * Mutes incidents for one type: tasks that stopped in ERROR with one {@linkplain
     * dev.baton.operate.ErrorCause cause} open none.
     */
    MUTE("incidents for errors of cause"),
    /** The slots that a state of a type has on each node. */
    STATE_SLOTS("slots on each node of state"),
    /** The slots that each key has on each node in a state of a type. */
    STATE_KEY_SLOTS("slots for each key on each node of state"),
    /** Shows other operators that a person has seen a problem; changes nothing else. */
    ACKNOWLEDGEMENT("the acknowledgement of");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    /** Returns whether the name is a type alone. */
    public boolean isOfType() {
      return this == NODE_SLOTS || this == KEY_SLOTS || this == RETRY;
    }

    /** Returns whether the name is a type and a state. */
    public boolean isOfState() {
      return this == STATE_SLOTS || this == STATE_KEY_SLOTS;
    }
  }

  /**
   * Returns the target for a setting of a type.
   *
   * @param kind {@link Kind#NODE_SLOTS}, {@link Kind#KEY_SLOTS} or {@link Kind#RETRY}
   */
  public static OverrideTarget ofType(Kind kind, TaskType<?, ?> type) {
    if (!kind.isOfType()) {
      throw new IllegalArgumentException(kind + " is not a setting of a type alone");
    }
    return new OverrideTarget(kind, type.name());
  }

  /** Returns the target for the slots of the cluster limit with this name. */
  public static OverrideTarget cluster(String limit) {
    return new OverrideTarget(Kind.CLUSTER_SLOTS, limit);
  }

  /** Returns the target for the pace of the cluster rate with this name. */
  public static OverrideTarget rate(String limit) {
    return new OverrideTarget(Kind.RATE, limit);
  }

  /**
   * Returns the target for a limit of a state.
   *
   * @param kind {@link Kind#STATE_SLOTS} or {@link Kind#STATE_KEY_SLOTS}
   */
  public static OverrideTarget ofState(Kind kind, TaskType<?, ?> type, Enum<?> state) {
    return ofState(kind, type.name(), state.name());
  }

  /**
   * Returns the target for a limit of a state.
   *
   * @param kind {@link Kind#STATE_SLOTS} or {@link Kind#STATE_KEY_SLOTS}
   */
  public static OverrideTarget ofState(Kind kind, String type, String state) {
    return new OverrideTarget(kind, type + "/" + state);
  }

  /**
   * Returns the target that mutes incidents for tasks of this type with errors of one cause.
   *
   * @param cause {@link dev.baton.operate.ErrorCause#id}
   */
  public static OverrideTarget mute(TaskType<?, ?> type, String cause) {
    return mute(type.name(), cause);
  }

  /**
   * Returns the target that mutes incidents for tasks of the type with this name with errors of one
   * cause.
   *
   * @param cause {@link dev.baton.operate.ErrorCause#id}
   */
  public static OverrideTarget mute(String type, String cause) {
    return new OverrideTarget(Kind.MUTE, cause + " " + type);
  }

  /**
   * Returns the target that acknowledges a problem.
   *
   * @param trouble the problem as the overview names it, such as {@code "ERROR POST_LEDGER"}
   */
  public static OverrideTarget acknowledgement(String trouble) {
    return new OverrideTarget(Kind.ACKNOWLEDGEMENT, trouble);
  }

  /** Returns the id of the muted cause. */
  public String cause() {
    return name.substring(0, Math.max(0, name.indexOf(' ')));
  }

  /** Returns the type of the muted errors. */
  public String mutedType() {
    return name.substring(name.indexOf(' ') + 1);
  }

  @Override
  public int compareTo(OverrideTarget other) {
    int byKind = kind.compareTo(other.kind);
    return byKind == 0 ? name.compareTo(other.name) : byKind;
  }

  /** Returns text for display, such as "slots on each node of type MAIL". */
  @Override
  public String toString() {
    return kind.words + " " + name;
  }
}

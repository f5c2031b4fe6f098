package dev.baton.operate.override;

import dev.baton.api.TaskType;

/**
 * What has a number that can be set at run time.
 *
 * @param name a type, as the definition's first name has it, a type and a state with a slash
 *     between them, or the name of a limit of the cluster; which of them, {@link #kind} says
 */
public record OverrideTarget(Kind kind, String name) implements Comparable<OverrideTarget> {

  /** Which number it is. */
  public enum Kind {
    /** The slots that a type has on each node. */
    NODE_SLOTS("slots on each node of type"),
    /** The slots that each key of a type has on each node. */
    KEY_SLOTS("slots for each key on each node of type"),
    /** The slots of a limit of the cluster, for all or for each key. */
    CLUSTER_SLOTS("slots of the cluster limit"),
    /** The pace of a rate of the cluster, for all or for each key. */
    RATE("the rate"),
    /** The delays and the number of attempts of a type. */
    RETRY("the retry of type"),
    /** Whether incidents are opened for a type's errors of one cause. */
    MUTE("incidents for errors of cause"),
    /** The slots that a state of a type has on each node. */
    STATE_SLOTS("slots on each node of state"),
    /** The slots that each key has on each node in a state of a type. */
    STATE_KEY_SLOTS("slots for each key on each node of state");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    /** Whether its name is a type's alone. */
    public boolean isOfType() {
      return this == NODE_SLOTS || this == KEY_SLOTS || this == RETRY;
    }

    /** Whether its name is that of a type and a state. */
    public boolean isOfState() {
      return this == STATE_SLOTS || this == STATE_KEY_SLOTS;
    }
  }

  /**
   * A number of a type.
   *
   * @param kind {@link Kind#NODE_SLOTS}, {@link Kind#KEY_SLOTS} or {@link Kind#RETRY}
   */
  public static OverrideTarget ofType(Kind kind, TaskType<?, ?> type) {
    if (!kind.isOfType()) {
      throw new IllegalArgumentException(kind + " is no number of a type alone");
    }
    return new OverrideTarget(kind, type.name());
  }

  /**
   * The limit of a state.
   *
   * @param kind {@link Kind#STATE_SLOTS} or {@link Kind#STATE_KEY_SLOTS}
   */
  public static OverrideTarget ofState(Kind kind, TaskType<?, ?> type, Enum<?> state) {
    return ofState(kind, type.name(), state.name());
  }

  /**
   * The limit of a state.
   *
   * @param kind {@link Kind#STATE_SLOTS} or {@link Kind#STATE_KEY_SLOTS}
   */
  public static OverrideTarget ofState(Kind kind, String type, String state) {
    return new OverrideTarget(kind, type + "/" + state);
  }

  /**
   * The incidents for errors of one cause.
   *
   * @param cause {@link dev.baton.operate.ErrorCause#id}
   */
  public static OverrideTarget mute(TaskType<?, ?> type, String cause) {
    return mute(type.name(), cause);
  }

  /**
   * The incidents for errors of one cause, of the type with this name.
   *
   * @param cause {@link dev.baton.operate.ErrorCause#id}
   */
  public static OverrideTarget mute(String type, String cause) {
    return new OverrideTarget(Kind.MUTE, cause + " " + type);
  }

  /** Of what is muted, the id of the cause. */
  public String cause() {
    return name.substring(0, Math.max(0, name.indexOf(' ')));
  }

  /** Of what is muted, the type. */
  public String mutedType() {
    return name.substring(name.indexOf(' ') + 1);
  }

  @Override
  public int compareTo(OverrideTarget other) {
    int byKind = kind.compareTo(other.kind);
    return byKind == 0 ? name.compareTo(other.name) : byKind;
  }

  /** For people: "slots on each node of type MAIL". */
  @Override
  public String toString() {
    return kind.words + " " + name;
  }
}

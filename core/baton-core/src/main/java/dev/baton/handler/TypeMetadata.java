package dev.baton.handler;

import org.jspecify.annotations.Nullable;

/**
 * Description of a task type for operators: who owns it, and how urgent a problem with it is. The
 * engine ignores it. To set how long a task may wait for a claim, use {@link
 * TaskDefinition#expectedWait}. Immutable: each method returns a changed copy.
 *
 * @param owner the team or channel that is responsible for tasks of this type; null if none is
 *     named
 * @param criticality how much harm it does if tasks of this type don't run
 */
public record TypeMetadata(@Nullable String owner, Criticality criticality) {
  private static final int LONGEST_OWNER = 200;

  /** The harm that is done if tasks of a type don't run. */
  public enum Criticality {
    /** Trouble needs no quick reaction. */
    LOW,
    /** The owner handles trouble during working hours. */
    NORMAL,
    /** Trouble wakes the person on call. */
    HIGH
  }

  public TypeMetadata {
    if (owner != null && (owner.isBlank() || owner.length() > LONGEST_OWNER)) {
      throw new IllegalArgumentException(
          "The owner '" + owner + "' is invalid: use 1-" + LONGEST_OWNER + " characters");
    }
  }

  /** Returns a description without an owner and with normal criticality. */
  public static TypeMetadata none() {
    return new TypeMetadata(null, Criticality.NORMAL);
  }

  /** Returns a description with this owner and with normal criticality. */
  public static TypeMetadata ownedBy(String owner) {
    return none().owner(owner);
  }

  /** Sets the owner. */
  public TypeMetadata owner(String name) {
    return new TypeMetadata(name, criticality);
  }

  /** Sets the criticality. */
  public TypeMetadata criticality(Criticality choice) {
    return new TypeMetadata(owner, choice);
  }
}

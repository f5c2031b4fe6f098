package dev.baton.handler;

import org.jspecify.annotations.Nullable;

/**
 * Describes a task type for people: who looks after it, and how urgent trouble with it is. The
 * engine ignores it. (How long its tasks may wait to be claimed is {@link
 * TaskDefinition#expectedWait}, which it does go by.) Immutable: each method answers a changed
 * copy.
 *
 * @param owner who looks after tasks of this type: a team, a channel; null where none is named
 * @param criticality how much harm is done when its tasks don't run
 */
public record TypeMetadata(@Nullable String owner, Criticality criticality) {
  private static final int LONGEST_OWNER = 200;

  /** How much harm is done when tasks don't run. */
  public enum Criticality {
    /** Trouble needn't be looked at soon. */
    LOW,
    /** The owner looks at trouble in working hours. */
    NORMAL,
    /** Trouble wakes the person on call. */
    HIGH
  }

  public TypeMetadata {
    if (owner != null && (owner.isBlank() || owner.length() > LONGEST_OWNER)) {
      throw new IllegalArgumentException(
          "An owner has 1-" + LONGEST_OWNER + " characters; '" + owner + "' doesn't");
    }
  }

  /** No owner, and normal criticality. */
  public static TypeMetadata none() {
    return new TypeMetadata(null, Criticality.NORMAL);
  }

  /** Looked after by this team. */
  public static TypeMetadata ownedBy(String owner) {
    return none().owner(owner);
  }

  public TypeMetadata owner(String name) {
    return new TypeMetadata(name, criticality);
  }

  public TypeMetadata criticality(Criticality choice) {
    return new TypeMetadata(owner, choice);
  }
}

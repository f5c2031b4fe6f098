package dev.baton.api;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What people should know of a task type; the engine doesn't go by it. Immutable: each method
 * answers a changed copy.
 *
 * @param owner who looks after tasks of this type: a team, a channel; null where nobody is named
 * @param expectedQueueTime how long a ready task of this type may wait for its start before
 *     somebody should look; null where nothing is expected
 * @param criticality how much harm is done when its tasks don't run
 */
public record TypeFacts(
    @Nullable String owner, @Nullable Duration expectedQueueTime, Criticality criticality) {
  private static final int LONGEST_OWNER = 200;

  /** How much harm is done when tasks don't run. */
  public enum Criticality {
    /** Nobody is woken for it. */
    LOW,
    /** It is looked at in working hours. */
    NORMAL,
    /** Somebody is woken. */
    HIGH
  }

  public TypeFacts {
    if (owner != null && (owner.isBlank() || owner.length() > LONGEST_OWNER)) {
      throw new IllegalArgumentException(
          "An owner has 1-" + LONGEST_OWNER + " characters; '" + owner + "' doesn't");
    }
    if (expectedQueueTime != null
        && (expectedQueueTime.isNegative() || expectedQueueTime.isZero())) {
      throw new IllegalArgumentException(
          "An expected queue time is positive, not " + expectedQueueTime);
    }
  }

  /** Nobody named, nothing expected, of normal criticality. */
  public static TypeFacts none() {
    return new TypeFacts(null, null, Criticality.NORMAL);
  }

  /** Looked after by this team. */
  public static TypeFacts ownedBy(String owner) {
    return none().owner(owner);
  }

  public TypeFacts owner(String name) {
    return new TypeFacts(name, expectedQueueTime, criticality);
  }

  public TypeFacts expectedQueueTime(Duration longest) {
    return new TypeFacts(owner, longest, criticality);
  }

  public TypeFacts criticality(Criticality choice) {
    return new TypeFacts(owner, expectedQueueTime, choice);
  }
}

package dev.baton.task.rule;

import java.util.UUID;

/**
 * One start of one node. Each claim has an owner, a UUID that the task's row stores. The high half
 * of the owner is the number of the start, and the low half is the number of the claim.
 *
 * <p>Both halves are needed, because a failover may set the database back, so that a task gets a
 * version a second time. The new claim must then differ from the lost claim with the same version,
 * even if both were made in the same start of the node, because the handler of the lost claim may
 * still run, or its completion may still be sent.
 *
 * @param number a random number that is never used again
 */
public record NodeStart(long number) {

  /**
   * Returns the owner that the claim with this number gives to its tasks. An insert that claims its
   * tasks counts as a claim.
   */
  public UUID owner(long claim) {
    if (claim < 0) {
      throw new IllegalArgumentException("The number of a claim must be 0 or more, not " + claim);
    }
    return new UUID(number, claim);
  }

  /** Returns the first owner of this start in the order of ids. */
  public UUID firstOwner() {
    return owner(0);
  }

  /** Returns the last owner of this start in the order of ids. */
  public UUID lastOwner() {
    return owner(Long.MAX_VALUE);
  }

  /** Returns whether a row with this owner belongs to this start. */
  public boolean owns(UUID owner) {
    return owner.getMostSignificantBits() == number;
  }
}

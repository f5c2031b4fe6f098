package dev.baton.task.rule;

import java.util.UUID;

/**
 * One start of one node. The owner in a row contains the start in its high half and the number of
 * the claim in its low half.
 *
 * <p>Both halves are needed. After a failover has rewound the database, a version may be issued
 * again. The new claim must then differ from the claims of earlier starts and from earlier claims
 * of the same start. The handler of such a claim may still run, or its completion may still be on
 * its way.
 *
 * @param number a random number that is never used again
 */
public record NodeStart(long number) {

  /** Returns the owner for tasks that the claim, or the insert, with this number takes. */
  public UUID owner(long claim) {
    if (claim < 0) {
      throw new IllegalArgumentException("Claims are counted from 0, not " + claim);
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

package dev.baton.task.rule;

import java.util.UUID;

/**
 * One start of one node. An owner, as rows carry it, names the start in its high half and counts
 * its claims in its low half.
 *
 * <p>Both halves are needed. A version that is issued again after a failover rewound the database
 * must not fit an earlier start; nor may it fit an earlier claim of the same start, whose handler
 * may still run or whose completion may still be under way.
 *
 * @param number random; never used again
 */
public record NodeStart(long number) {

  /** The owner of what is taken by the claim of this number, or claimed by its insert under it. */
  public UUID owner(long claim) {
    if (claim < 0) {
      throw new IllegalArgumentException("Claims are counted from 0, not " + claim);
    }
    return new UUID(number, claim);
  }

  /** The first owner of this start in the order of ids. */
  public UUID firstOwner() {
    return owner(0);
  }

  /** The last owner of this start in the order of ids. */
  public UUID lastOwner() {
    return owner(Long.MAX_VALUE);
  }

  /** Whether a row with this owner is held by this start. */
  public boolean owns(UUID owner) {
    return owner.getMostSignificantBits() == number;
  }
}

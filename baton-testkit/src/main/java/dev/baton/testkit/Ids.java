package dev.baton.testkit;

import java.util.Comparator;
import java.util.UUID;

/** The order of ids in every store: by their bytes, as databases see them. */
final class Ids {
  /** Unlike {@link UUID#compareTo}, which takes half of all ids for negative. */
  static final Comparator<UUID> ORDER =
      (one, other) -> {
        int high =
            Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
        return high != 0
            ? high
            : Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits());
      };

  private Ids() {}
}

package dev.baton.spi.core;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/**
 * The order of ids in every store: by their bytes, as databases order them. The order of {@link
 * UUID#compareTo} is different, because it compares signed numbers.
 */
public final class IdOrder {
  /** Compares the bytes of two ids, starting with the first byte. */
  public static final Comparator<UUID> BY_BYTES =
      (one, other) -> {
        int high =
            Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
        return high != 0
            ? high
            : Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits());
      };

  private IdOrder() {}

  /** Returns the ids in this order. */
  public static List<UUID> sorted(Collection<UUID> ids) {
    return ids.stream().sorted(BY_BYTES).toList();
  }
}

package dev.baton.spi.core;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/**
 * The order of ids in every store: by their bytes, as databases see them. UUID's own takes half of
 * them for negative.
 */
public final class IdOrder {
  /** Compares their bytes, from the first on. */
  public static final Comparator<UUID> BY_BYTES =
      (one, other) -> {
        int high =
            Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
        return high != 0
            ? high
            : Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits());
      };

  private IdOrder() {}

  /** The ids in their order. */
  public static List<UUID> sorted(Collection<UUID> ids) {
    return ids.stream().sorted(BY_BYTES).toList();
  }
}

package dev.baton.spi;

import dev.baton.operate.override.ActiveOverride;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Numbers that operators set at run time, on the database of the {@link OperationsStore}, whose
 * audit they are noted in. Nodes read them by {@link ClusterStore#switches}. Thread-safe.
 *
 * <p>Every verb may throw {@link dev.baton.api.error.StoreUnavailableException}; the caller of one
 * that changes something then doesn't know whether it was applied.
 */
public interface OverrideStore {

  /** All that is set, by target. */
  List<ActiveOverride> overrides();

  /**
   * Sets the value in the name of the note's actor, if what is set is what the caller saw, and
   * notes it.
   *
   * @param before what the caller saw; null for nothing
   * @return false when it is something else, or the same was set at the same time
   */
  boolean set(
      OverrideTarget target, OverrideValue value, @Nullable OverrideValue before, AuditNote note);

  /**
   * Removes what is set, if it is what the caller saw, and notes it.
   *
   * @return false when it is something else
   */
  boolean reset(OverrideTarget target, OverrideValue before, AuditNote note);
}

package dev.baton.spi;

import dev.baton.operate.override.ActiveOverride;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stores the limits, rates and retries that operators override at run time. It uses the database of
 * the {@link OperationsStore} and writes an audit entry for each change. Nodes read the values with
 * {@link ClusterStore#switches}. Thread-safe.
 *
 * <p>Every method may throw {@link dev.baton.api.error.StoreUnavailableException}; a change may
 * then have been applied or not.
 */
public interface OverrideStore {

  /** Returns all overrides, sorted by target. */
  List<ActiveOverride> overrides();

  /**
   * Sets the value and writes the audit entry, if the current value is still the one that the
   * caller read. The actor of the note is stored with the value.
   *
   * @param before the value that the caller read; null if there was none
   * @return false if the current value is another one, or if another transaction sets the same
   *     target at the same time
   */
  boolean set(
      OverrideTarget target, OverrideValue value, @Nullable OverrideValue before, AuditNote note);

  /**
   * Removes the override and writes the audit entry, if its value is still the one that the caller
   * read.
   *
   * @return false if the current value is another one
   */
  boolean reset(OverrideTarget target, OverrideValue before, AuditNote note);
}

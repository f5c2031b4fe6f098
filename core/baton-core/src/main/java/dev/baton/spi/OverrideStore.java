package dev.baton.spi;

import dev.baton.operate.override.ActiveOverride;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stores numbers that operators set at run time. It uses the database of the {@link
 * OperationsStore} and writes each change to its audit. Nodes read the numbers with {@link
 * ClusterStore#switches}. Thread-safe.
 *
 * <p>Every method may throw {@link dev.baton.api.error.StoreUnavailableException}; a change may
 * then have been applied or not.
 */
public interface OverrideStore {

  /** Returns all overrides, ordered by target. */
  List<ActiveOverride> overrides();

  /**
   * Sets the value in the name of the note's actor, if the current value is the one that the caller
   * saw, and writes the audit entry.
   *
   * @param before the value that the caller saw; null for none
   * @return false if the current value is another one, or if the same target was set at the same
   *     time
   */
  boolean set(
      OverrideTarget target, OverrideValue value, @Nullable OverrideValue before, AuditNote note);

  /**
   * Removes the override if its value is the one that the caller saw, and writes the audit entry.
   *
   * @return false if the current value is another one
   */
  boolean reset(OverrideTarget target, OverrideValue before, AuditNote note);
}

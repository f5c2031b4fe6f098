package dev.baton.operate.override;

import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.StoreUnavailableException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sets limits, rates and retries for the whole cluster without a deployment. Thread-safe.
 *
 * <p>A change is a row in the database. Every node that can reach the database applies it within a
 * second, until you reset it. A node that starts later reads it before it claims a task. If you
 * lower a limit, running tasks continue, and no task starts until fewer tasks run than the new
 * limit allows. A running attempt keeps the retry settings with which it began. A booking policy or
 * retry policy that you implement has no settings to override.
 *
 * <p>Each change writes an audit entry with the old and new value in the same transaction. Every
 * method calls the database and may throw {@link StoreUnavailableException}; a change may then have
 * been made or not, and you can safely repeat it. If the node's store does not support overrides,
 * the methods throw {@link ConfigurationException}.
 */
public interface Overrides {
  /** Maximum number of overrides of one kind at a time. */
  int MAX_OVERRIDES = 1_000;

  /** Maximum number of slots. */
  int MAX_SLOTS = 100_000;

  /** Maximum number of attempts. */
  int MAX_ATTEMPTS = 100_000;

  /**
   * Returns the settings of this node's definitions that can be overridden, with their current
   * values, sorted by {@link OverrideTarget}. Empty on a client without definitions.
   */
  List<Overridable> list();

  /** Returns all overrides, including those for targets that this node does not know. */
  List<ActiveOverride> active();

  /**
   * Returns what {@link #set(OverrideTarget, OverrideValue)} would do now: an {@link
   * Answer.WouldChange} or an {@link Answer.Refused}. Changes nothing.
   *
   * @throws IllegalArgumentException if the value is invalid, out of range, or not of the target's
   *     kind
   */
  Answer check(OverrideTarget target, OverrideValue value);

  /**
   * Sets a value on all nodes.
   *
   * @throws IllegalArgumentException see {@link #check}
   */
  Answer set(OverrideTarget target, OverrideValue value);

  /** Removes an override, so that each node applies the value in its code again. */
  Answer reset(OverrideTarget target);

  /** The result of a change. */
  sealed interface Answer {
    /**
     * The change was made.
     *
     * @param before the previous override; null if the value in code applied
     * @param after the current override; null if the value in code applies
     */
    record Changed(@Nullable OverrideValue before, @Nullable OverrideValue after)
        implements Answer {}

    /**
     * The change would be made; {@link #check} changes nothing.
     *
     * @param before the current override; null if the value in code applies
     * @param after the override after the change
     */
    record WouldChange(@Nullable OverrideValue before, @Nullable OverrideValue after)
        implements Answer {}

    /** The change was refused, or {@link #check} found that it would be refused. */
    record Refused(String reason) implements Answer {}
  }
}

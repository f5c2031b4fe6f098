package dev.baton.operate.override;

import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.StoreUnavailableException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sets limits, rates and retries for the whole cluster without a deployment. Thread-safe.
 *
 * <p>A change is a row: every node that can reach the database goes by it within a second, and so
 * does each one that starts later, until it is reset. A node that starts reads it before it claims
 * anything. Tasks that run above a limit that was lowered go on; no other starts until there is
 * room. An attempt keeps the retry with which it began. A booking policy or a retry policy that is
 * a program of its own has no numbers to set.
 *
 * <p>Each change is noted in the audit, with the number before and after, in its own transaction.
 * Every method asks the database and may throw {@link StoreUnavailableException}; whether a change
 * was made is then not known, and repeating it is harmless. Where the node was built without a
 * store for overrides they throw {@link ConfigurationException}.
 */
public interface Overrides {
  /** Overrides in force at a time. */
  int MAX_OVERRIDES = 1_000;

  /** The most slots that can be set. */
  int MAX_SLOTS = 100_000;

  /** The most attempts that can be set. */
  int MAX_ATTEMPTS = 100_000;

  /**
   * What this node's definitions have that can be set, as it is now, in its natural order. A client
   * has none.
   */
  List<Overridable> list();

  /** Everything that is set, also for what this node doesn't know. */
  List<ActiveOverride> set();

  /**
   * Whether {@link #set(OverrideTarget, OverrideValue)} would be done now; changes nothing.
   *
   * @throws IllegalArgumentException when the value can't be one, is absurd, or isn't of the
   *     target's kind
   */
  Answer check(OverrideTarget target, OverrideValue value);

  /**
   * Sets it on all nodes.
   *
   * @throws IllegalArgumentException as {@link #check}
   */
  Answer set(OverrideTarget target, OverrideValue value);

  /** The code's number is in force again, on each node its own. */
  Answer reset(OverrideTarget target);

  /** What became of a change. */
  sealed interface Answer {
    /**
     * It is done, or would be.
     *
     * @param before what was set before; null where the code's number was in force
     * @param after what is set now; null where the code's number is in force
     */
    record Changed(@Nullable OverrideValue before, @Nullable OverrideValue after)
        implements Answer {}

    /** It can't be done. */
    record Refused(String reason) implements Answer {}
  }
}

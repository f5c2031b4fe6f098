package dev.baton.tck.simulation;

import dev.baton.tck.simulation.sql.Trouble;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A special fault of some seeds, in addition to the usual faults. The millions of a seed's number
 * select it. So the number describes the complete run, and other seeds keep their histories.
 */
enum Torment {
  NONE(null),
  /** Moves the database's clock forward and back, by seconds to minutes. */
  CLOCK_JUMPS(Trouble.CLOCK_JUMP),
  /** Makes one store method fail again and again on one node, while it works on others. */
  FAILING_VERB(Trouble.VERB_FAILED),
  /** Makes loggers, drivers and all code of the application throw any exception. */
  THROWN(Trouble.THROWN);

  private static final long SEEDS = 1_000_000;

  private final @Nullable Trouble trouble;

  Torment(@Nullable Trouble trouble) {
    this.trouble = trouble;
  }

  /** Returns the fault that must occur in its seeds. */
  Trouble trouble() {
    return Objects.requireNonNull(trouble);
  }

  static List<Torment> all() {
    return List.of(values()).subList(1, values().length);
  }

  static Torment of(long seed) {
    long millions = seed / SEEDS;
    return millions < values().length ? values()[(int) millions] : NONE;
  }

  /** Returns whether this fault alone costs no lease. */
  boolean mayBeGentle() {
    return this == CLOCK_JUMPS || this == FAILING_VERB;
  }

  /** Returns the seed of this number with this fault. */
  long seed(long number) {
    return ordinal() * SEEDS + number;
  }
}

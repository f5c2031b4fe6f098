package dev.baton.tck.simulation;

import dev.baton.tck.simulation.sql.Trouble;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What some seeds meet besides all that others meet. The millions of a seed's number say which, so
 * that a number says everything, and all others mean what they meant before.
 */
enum Torment {
  NONE(null),
  /** The database's clock is put forward and back, by seconds to minutes. */
  CLOCK_JUMPS(Trouble.CLOCK_JUMP),
  /** One verb fails again and again on one node, while others can do it. */
  FAILING_VERB(Trouble.VERB_FAILED),
  /** Loggers, drivers and all code of the application throw whatever can be thrown. */
  THROWN(Trouble.THROWN);

  private static final long SEEDS = 1_000_000;

  private final @Nullable Trouble trouble;

  Torment(@Nullable Trouble trouble) {
    this.trouble = trouble;
  }

  /** What its seeds must meet. */
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

  /** Whether it costs no lease where nothing else does. */
  boolean mayBeGentle() {
    return this == CLOCK_JUMPS || this == FAILING_VERB;
  }

  /** The seed of this number with this torment. */
  long seed(long number) {
    return ordinal() * SEEDS + number;
  }
}

package dev.baton.operate;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is known of an answer that was to be read from a standby, a copy of the database that
 * follows it.
 *
 * @param age how long ago it was true at the most; zero where the primary was read
 * @param problem why the primary was read in its place; null where the standby was
 */
public record StandbyRead(Duration age, @Nullable String problem) {
  /** The older of the two, and the problem of either. */
  public StandbyRead and(StandbyRead other) {
    return new StandbyRead(
        age.compareTo(other.age) > 0 ? age : other.age, problem == null ? other.problem : problem);
  }
}

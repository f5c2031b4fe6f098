package dev.baton.cli;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done with a task.
 *
 * @param verb as the REST interface calls it, such as {@code mark-failed}
 * @param version the version it was seen in; null in a bulk, where each task is changed as it was
 *     found
 */
record Change(
    String verb,
    @Nullable Long version,
    @Nullable Duration delay,
    @Nullable Instant runAt,
    @Nullable Integer priority,
    @Nullable String reason) {

  static Change of(String verb) {
    return new Change(verb, null, null, null, null, null);
  }

  Change version(long seen) {
    return new Change(verb, seen, delay, runAt, priority, reason);
  }

  Change delay(@Nullable Duration wait) {
    return new Change(verb, version, wait, runAt, priority, reason);
  }

  Change runAt(@Nullable Instant time) {
    return new Change(verb, version, delay, time, priority, reason);
  }

  Change priority(int number) {
    return new Change(verb, version, delay, runAt, number, reason);
  }

  Change reason(@Nullable String why) {
    return new Change(verb, version, delay, runAt, priority, why);
  }
}

package dev.baton.engine.dispatch.table;

import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.time.Instant;
import java.util.UUID;

/** Makes candidates whose ids and arrival times are small numbers. */
public final class Candidates {
  private static final Instant START = Instant.parse("2026-03-01T08:30:00Z");

  private Candidates() {}

  public static Candidate of(int number, String type, String key, int priority, int arrivedAt) {
    return of(number, 1, type, key, priority, arrivedAt);
  }

  public static Candidate of(
      int number, long version, String type, String key, int priority, int arrivedAt) {
    return new Candidate(
        new UUID(0, number),
        version,
        "default",
        new Flow(type, key),
        priority,
        START.plusSeconds(arrivedAt));
  }
}

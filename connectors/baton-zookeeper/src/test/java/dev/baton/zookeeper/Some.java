package dev.baton.zookeeper;

import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.time.Instant;
import java.util.UUID;

/** Sample values whose details don't matter. */
final class Some {
  private Some() {}

  static Candidate candidate() {
    return candidate("");
  }

  static Candidate candidate(String key) {
    return new Candidate(UUID.randomUUID(), 0, "default", new Flow("PAY", key), 5, Instant.EPOCH);
  }
}

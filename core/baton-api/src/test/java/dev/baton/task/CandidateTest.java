package dev.baton.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.row.Candidate;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CandidateTest {
  private static final UUID ID = new UUID(0, 1);
  private static final Flow FLOW = new Flow("T", "k");
  private static final Candidate ONE = new Candidate(ID, 1, "b", FLOW, 5, Instant.EPOCH);

  @Test
  void candidatesWithEqualFieldsAreEqual() {
    Candidate same = new Candidate(new UUID(0, 1), 1, "b", new Flow("T", "k"), 5, Instant.EPOCH);
    assertThat(same).isEqualTo(ONE).hasSameHashCodeAs(ONE);
  }

  @Test
  void candidatesThatDifferInAnyFieldAreNotEqual() {
    List<Candidate> others =
        List.of(
            new Candidate(new UUID(0, 2), 1, "b", FLOW, 5, Instant.EPOCH),
            new Candidate(ID, 2, "b", FLOW, 5, Instant.EPOCH),
            new Candidate(ID, 1, "c", FLOW, 5, Instant.EPOCH),
            new Candidate(ID, 1, "b", new Flow("U", "k"), 5, Instant.EPOCH),
            new Candidate(ID, 1, "b", new Flow("T", "l"), 5, Instant.EPOCH),
            new Candidate(ID, 1, "b", FLOW, 6, Instant.EPOCH),
            new Candidate(ID, 1, "b", FLOW, 5, Instant.EPOCH.plusNanos(1)));
    assertThat(others).doesNotContain(ONE);
  }
}

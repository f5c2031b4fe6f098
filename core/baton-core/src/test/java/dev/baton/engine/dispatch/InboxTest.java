package dev.baton.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class InboxTest {
  @Test
  void moreThanTenThousandHintsAreDroppedAndEverythingIsScanned() {
    Inbox inbox = new Inbox();
    for (int i = 0; i < 100; i++) {
      inbox.hint(hundred());
    }
    assertThat(inbox.takeOverflow()).isFalse();
    inbox.hint(List.of(candidate()));
    assertThat(inbox.takeHints()).hasSize(10_000);
    assertThat(inbox.takeOverflow()).isTrue();
    inbox.hint(List.of(candidate()));
    assertThat(inbox.takeHints()).hasSize(1);
    assertThat(inbox.takeOverflow()).isFalse();
  }

  private static List<Candidate> hundred() {
    List<Candidate> all = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      all.add(candidate());
    }
    return all;
  }

  private static Candidate candidate() {
    return new Candidate(UUID.randomUUID(), 1, "default", new Flow("T", ""), 4, Instant.EPOCH);
  }
}

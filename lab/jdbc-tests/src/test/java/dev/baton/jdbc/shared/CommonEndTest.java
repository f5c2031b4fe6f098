package dev.baton.jdbc.shared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.Status;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CommonEndTest {
  private static final UUID OWNER = new UUID(0, 1);
  private static final Duration KEEP = Duration.ofDays(1);
  private static final CommonEnd ONE = end(OWNER, 2, Status.RUNNING, Status.DONE, KEEP);

  @Test
  void equalEndsAreEqual() {
    CommonEnd same = end(new UUID(0, 1), 2, Status.RUNNING, Status.DONE, Duration.ofHours(24));
    assertThat(same).isEqualTo(ONE).hasSameHashCodeAs(ONE);
  }

  @Test
  void endsThatDifferInAnyFieldAreNotEqual() {
    List<CommonEnd> others =
        List.of(
            end(new UUID(0, 2), 2, Status.RUNNING, Status.DONE, KEEP),
            end(OWNER, 3, Status.RUNNING, Status.DONE, KEEP),
            end(OWNER, 2, Status.READY, Status.DONE, KEEP),
            end(OWNER, 2, Status.RUNNING, Status.FAILED, KEEP),
            end(OWNER, 2, Status.RUNNING, Status.DONE, Duration.ZERO));
    assertThat(others).doesNotContain(ONE);
  }

  private static CommonEnd end(UUID owner, long version, Status from, Status to, Duration keep) {
    return new CommonEnd(owner, version, from, to, keep);
  }
}

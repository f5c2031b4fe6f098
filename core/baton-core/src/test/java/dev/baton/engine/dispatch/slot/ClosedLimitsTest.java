package dev.baton.engine.dispatch.slot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.engine.dispatch.table.Candidates;
import dev.baton.engine.runtime.SystemRuntime;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Permit;
import dev.baton.task.rule.PermitCount.Refusal;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ClosedLimitsTest {
  private static final Refusal FOR_AN_HOUR =
      new Refusal(new Permit.Rate("mail", "", 1, 1, 1), Duration.ofHours(1));

  private final ClosedLimits limits = new ClosedLimits(new SystemRuntime(1, true), type -> type);
  private final Candidate candidate = Candidates.of(1, "T", "", 5, 0);

  @Test
  void refusedRateIsNotCheckedAgainBeforeItsTime() {
    limits.close(candidate, FOR_AN_HOUR);
    limits.reopen();
    assertThat(limits.waitOf(candidate)).isNotNull();
  }

  @Test
  void changeDuringBookingReopensLimitsOfThatBatch() {
    limits.reopen();
    limits.open("T");
    assertThat(limits.waitOf(Candidates.of(2, "T", "", 5, 0))).isNull();
    limits.close(candidate, FOR_AN_HOUR);
    limits.reopen();
    assertThat(limits.waitOf(candidate)).isNull();
  }
}

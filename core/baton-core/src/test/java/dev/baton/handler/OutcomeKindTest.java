package dev.baton.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class OutcomeKindTest {
  private static final Duration HOUR = Duration.ofHours(1);

  @Test
  void anInterceptorReadsWhatTheHandlerDecidedAndWhyItFailed() {
    Outcome<?> next = Outcome.next(TaskRequest.of(TaskType.of("NEXT")));
    assertThat(Outcome.done().kind()).isEqualTo(Outcome.Kind.DONE);
    assertThat(Outcome.doneAndForget().kind()).isEqualTo(Outcome.Kind.DONE);
    assertThat(next.kind()).isEqualTo(Outcome.Kind.NEXT);
    assertThat(Outcome.repeat(HOUR).kind()).isEqualTo(Outcome.Kind.REPEAT);
    assertThat(Outcome.snooze(HOUR).kind()).isEqualTo(Outcome.Kind.SNOOZE);
    assertThat(Outcome.snooze(HOUR).error()).isEmpty();
    assertThat(Outcome.commitAndRetryAfter(HOUR, "closed").kind()).isEqualTo(Outcome.Kind.RETRY);
    assertThat(Outcome.commitAndRetryAfter(HOUR, "closed").error()).contains("closed");
    assertThat(Outcome.failed("no account").kind()).isEqualTo(Outcome.Kind.FAILED);
    assertThat(Outcome.failed("no account").error()).contains("no account");
  }

  @Test
  void outcomesOfOneDecisionAreEqual() {
    assertThat(Outcome.done(5)).isEqualTo(Outcome.done(5)).isNotEqualTo(Outcome.done(6));
    assertThat(Outcome.<Void>snooze(HOUR)).isEqualTo(Outcome.<Void>snooze(HOUR));
  }
}

package dev.baton.operate.override.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.operate.WaitReason;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.cluster.Paused;
import dev.baton.operate.override.OverrideValue;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Tests that explanations are natural sentences. */
class PlainWordsTest {
  private static final Instant AT = Instant.parse("2026-03-01T08:30:00Z");

  @Test
  void durationsHaveReadableUnits() {
    assertThat(Texts.about(Duration.ZERO)).isEqualTo("0 s");
    assertThat(Texts.about(Duration.ofMillis(250))).isEqualTo("250 ms");
    assertThat(Texts.about(Duration.parse("PT1H30M10.5S"))).isEqualTo("1 h 30 min");
    assertThat(Texts.about(Duration.parse("P2DT5M"))).isEqualTo("2 d 5 min");
    assertThat(Texts.duration(Duration.parse("PT1H30M10.5S"))).isEqualTo("1 h 30 min 10 s 500 ms");
    assertThat(Texts.duration(Duration.ofSeconds(-5))).isEqualTo("-5 s");
    assertThat(Texts.duration(Duration.ofNanos(1_000_500))).isEqualTo("1 ms 500 ns");
  }

  @Test
  void errorIsShownByItsFirstLine() {
    String error = "java.lang.IllegalStateException: no\n\tat a.B.c(B.java:1)\nCaused by: x";
    assertThat(PlainWords.firstLine(error)).isEqualTo("java.lang.IllegalStateException: no");
    assertThat(PlainWords.firstLine("x".repeat(300))).hasSize(201).endsWith("x\u2026");
    assertThat(PlainWords.firstLine("x".repeat(199) + "\ud83d\ude80"))
        .isEqualTo("x".repeat(199) + "\u2026");
    assertThat(PlainWords.firstLine("")).isEmpty();
  }

  @Test
  void reasonsContainNoStackTraceOrCode() {
    String error = "java.io.IOException: no answer\n\tat a.B.c(B.java:1)";
    assertThat(new WaitReason.NeedsAPerson(error).words())
        .isEqualTo("it needs a person, after: java.io.IOException: no answer");
    assertThat(new WaitReason.NotDue(AT, Duration.parse("PT1H30M10.5S"), error).words())
        .isEqualTo(
            "it is due at 2026-03-01T08:30:00Z, in 1 h 30 min, after: java.io.IOException: no"
                + " answer");
    assertThat(new WaitReason.RateSpent("mail", "", Duration.ofMillis(400)).words())
        .isEqualTo("the rate mail gives the next permit in 400 ms");
    assertThat(
            new WaitReason.IsPaused(new Paused(Pause.key("PAY", "acme"), "bank is closed", AT))
                .words())
        .isEqualTo(
            "tasks of type PAY with key acme have been paused since 2026-03-01T08:30:00Z: bank is"
                + " closed");
    assertThat(new WaitReason.IsPaused(new Paused(Pause.bucket("night"), "load", AT)).words())
        .isEqualTo("tasks in bucket night have been paused since 2026-03-01T08:30:00Z: load");
    assertThat(new OverrideValue.Pace(20, Duration.ofMillis(1_500), 5).words())
        .isEqualTo("20 in 1 s 500 ms, burst 5");
    assertThat(
            new OverrideValue.Backoff(Duration.ofSeconds(5), 2, 8, Duration.ofMinutes(10)).words())
        .isEqualTo("8 attempts, first delay 5 s, times 2.0, at most 10 min");
  }
}

package dev.baton.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.NodeSettings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimingTest {
  @Test
  void timingIsShownInWordsAndStoredInItsOwnForm() {
    List<String> stored =
        List.of(
            "cron Europe/Berlin 0 30 8 * * MON-FRI", "rate PT15M", "delay PT10S", "rule holidays");
    assertThat(stored.stream().map(Timing::of).map(Timing::text)).isEqualTo(stored);
    assertThat(stored.stream().map(Timing::of).map(Timing::toString))
        .containsExactly(
            "cron 0 30 8 * * MON-FRI in Europe/Berlin",
            "every 15 min",
            "10 s after each run",
            "rule holidays");
  }

  @Test
  void settingsAreShownWithPlainDurations() {
    assertThat(NodeSettings.defaults().lease(Duration.ofSeconds(90)))
        .asString()
        .contains("lease=1 min 30 s", "poll=1 s", "keepDone=7 d")
        .doesNotContain("PT");
  }
}

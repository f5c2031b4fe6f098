package dev.baton.api.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import java.time.Duration;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Nodes find out by the fingerprint that code declares a schedule in another way than before. */
final class ScheduleFingerprintTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final TaskRequest RUN = TaskRequest.of("REPORT");

  @Test
  void eachPartOfADefinitionChangesIt() {
    Schedule one = cron("close-day", "0 30 18 * * *", BERLIN);
    List<Schedule> others =
        List.of(
            cron("open-day", "0 30 18 * * *", BERLIN),
            cron("close-day", "0 31 18 * * *", BERLIN),
            cron("close-day", "0 30 18 * * *", ZoneId.of("Europe/Paris")),
            Schedule.fixedRate("close-day", Duration.ofDays(1)).runs(RUN),
            Schedule.fixedDelay("close-day", Duration.ofDays(1)).runs(RUN),
            Schedule.byRule("close-day", "rule").runs(RUN),
            one.missed(Missed.SKIP),
            one.missed(Missed.ALL),
            one.overlap(Overlap.ALLOW),
            one.jitter(Duration.ofSeconds(1)),
            one.runs(TaskRequest.of("ANOTHER")),
            one.runs(RUN.subType("monthly")),
            one.runs(RUN.bucket("side")),
            one.runs(RUN.key("ada")),
            one.runs(RUN.priority(1)),
            one.runs(RUN.state("SECOND")),
            one.runs(RUN.context("tenant", "a")),
            one.runs(RUN.context("tenant", "b")),
            one.runs(RUN.payload("")),
            one.runs(RUN.payload("a")),
            one.runs(RUN.payload("b")));
    Set<UUID> all = new HashSet<>(Set.of(one.fingerprint()));
    for (Schedule other : others) {
      assertThat(all.add(other.fingerprint())).as("%s is new", other).isTrue();
      assertThat(other).isNotEqualTo(one);
    }
    assertThat(cron("close-day", "0 30 18 * * *", BERLIN).fingerprint())
        .isEqualTo(one.fingerprint());
  }

  private static Schedule cron(String name, String expression, ZoneId zone) {
    return Schedule.cron(name, expression, zone).runs(RUN);
  }
}

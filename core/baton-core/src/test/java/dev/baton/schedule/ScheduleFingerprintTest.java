package dev.baton.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.task.Bytes;
import java.time.Duration;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Fingerprints show nodes that code declares a schedule differently than before. */
final class ScheduleFingerprintTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final TaskRequest<?, ?> RUN = TaskRequest.of(TaskType.of("REPORT"));

  @Test
  void eachPartOfDefinitionChangesTheFingerprint() {
    Schedule one = cron("close-day", "0 30 18 * * *", BERLIN);
    List<Schedule> others =
        List.of(
            cron("open-day", "0 30 18 * * *", BERLIN),
            cron("close-day", "0 31 18 * * *", BERLIN),
            cron("close-day", "0 30 18 * * *", ZoneId.of("Europe/Paris")),
            Schedule.fixedRate("close-day", Duration.ofDays(1)).adds(RUN),
            Schedule.fixedDelay("close-day", Duration.ofDays(1)).adds(RUN),
            Schedule.byRule("close-day", "rule").adds(RUN),
            one.missed(Missed.SKIP),
            one.missed(Missed.ALL),
            one.overlap(Overlap.ALLOW),
            one.jitter(Duration.ofSeconds(1)),
            one.adds(TaskRequest.of(TaskType.of("ANOTHER"))),
            one.adds(RUN.subType("monthly")),
            one.adds(RUN.bucket("side")),
            one.adds(RUN.key("ada")),
            one.adds(RUN.priority(1)),
            one.adds(RUN.state("SECOND")),
            one.adds(RUN.context("tenant", "a")),
            one.adds(RUN.context("tenant", "b")),
            one.adds(TaskType.of("REPORT", Bytes.class).with(Bytes.of(""))),
            one.adds(TaskType.of("REPORT", Bytes.class).with(Bytes.of("a"))),
            one.adds(TaskType.of("REPORT", Bytes.class).with(Bytes.of("b"))));
    Set<UUID> all = new HashSet<>(Set.of(one.fingerprint()));
    for (Schedule other : others) {
      assertThat(all.add(other.fingerprint())).as("%s is new", other).isTrue();
      assertThat(other).isNotEqualTo(one);
    }
    assertThat(cron("close-day", "0 30 18 * * *", BERLIN).fingerprint())
        .isEqualTo(one.fingerprint());
  }

  private static Schedule cron(String name, String expression, ZoneId zone) {
    return Schedule.cron(name, expression, zone).adds(RUN);
  }
}

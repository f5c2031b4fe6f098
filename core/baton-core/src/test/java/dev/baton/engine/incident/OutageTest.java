package dev.baton.engine.incident;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.handler.TypeMetadata.Criticality;
import dev.baton.operate.cluster.StoreWarning;
import dev.baton.operate.cluster.StoreWarning.Kind;
import dev.baton.operate.incident.IncidentKind;
import dev.baton.operate.incident.IncidentNotice;
import dev.baton.operate.incident.IncidentNotice.Reason;
import dev.baton.operate.incident.IncidentSink;
import dev.baton.operate.incident.Incidents;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests which notices report a database in trouble. */
class OutageTest {
  private static final Instant START = Instant.parse("2026-03-01T08:30:00Z");
  private static final Duration LOOK = Duration.ofSeconds(15);
  private static final Duration CALM = Duration.ofMinutes(2);

  private final List<StoreWarning> warnings = new ArrayList<>();
  private final List<IncidentNotice> notices = new ArrayList<>();
  private Duration passed = Duration.ZERO;
  private final Incidents settings =
      Incidents.to(sink())
          .service("payouts")
          .dashboard(URI.create("https://ops.example.com/baton"))
          .lookEvery(LOOK)
          .calmFor(CALM)
          .remindAfter(Duration.ofHours(4));
  private final Outage outage = outage();

  @Test
  void nodeWithTheDutyReportsAnOutageThatLastsAndItsEnd() {
    warnings.add(new StoreWarning(Kind.READ_ONLY, "set to read-only"));
    pass(LOOK.minusSeconds(1), true);
    assertThat(notices).isEmpty();
    pass(Duration.ofSeconds(2), false);
    IncidentNotice opened = notices.get(0);
    assertThat(opened.kind()).isEqualTo(IncidentKind.DATABASE);
    assertThat(opened.summary()).isEqualTo("payouts: the database takes no writes (READ_ONLY)");
    assertThat(opened.openedAt()).isEqualTo(START);
    assertThat(opened.subject().criticality()).isEqualTo(Criticality.HIGH);
    assertThat(opened.subject().link()).hasToString("https://ops.example.com/baton#/");
    warnings.clear();
    pass(CALM.minusSeconds(1), false);
    assertThat(notices).hasSize(1);
    pass(Duration.ofSeconds(2), false);
    assertThat(notices).extracting(IncidentNotice::reason).endsWith(Reason.RESOLVED);
    assertThat(notices.get(1).key()).isEqualTo(opened.key());
    assertThat(notices.get(1).number()).isGreaterThan(opened.number());
  }

  @Test
  void shortOutageIsNotReported() {
    for (int i = 0; i < 10; i++) {
      warnings.add(new StoreWarning(Kind.UNREACHABLE, "away"));
      pass(LOOK.minusSeconds(1), true);
      warnings.clear();
      pass(Duration.ofSeconds(2), true);
    }
    assertThat(notices).isEmpty();
  }

  @Test
  void gapInAnOpenOutageResolvesNothing() {
    warnings.add(new StoreWarning(Kind.UNREACHABLE, "away"));
    pass(LOOK.plusSeconds(1), true);
    warnings.clear();
    pass(CALM.minusSeconds(5), true);
    warnings.add(new StoreWarning(Kind.READ_ONLY, "a standby took over"));
    pass(Duration.ofMinutes(10), true);
    assertThat(notices).hasSize(1);
  }

  @Test
  void otherNodesReportOnlyLongOutageWithTheSameKey() {
    warnings.add(new StoreWarning(Kind.UNREACHABLE, "away"));
    pass(Outage.LONG.minusSeconds(1), false);
    assertThat(notices).isEmpty();
    pass(Duration.ofSeconds(2), false);
    Outage another = outage();
    another.look(true);
    passed = passed.plus(LOOK);
    assertThat(another.look(true).map(IncidentNotice::key)).contains(notices.get(0).key());
  }

  @Test
  void longOutageIsReportedAgainAfterTheReminderTime() {
    warnings.add(new StoreWarning(Kind.OLDER_SERVER, "timeline 1"));
    pass(Duration.ofHours(9), true);
    assertThat(notices)
        .extracting(IncidentNotice::reason)
        .containsExactly(Reason.OPENED, Reason.REMINDER, Reason.REMINDER);
  }

  @Test
  void slowDatabaseIsReportedAndUnsafeSettingIsNot() {
    warnings.add(StoreWarning.unsafeCommits("sync = off"));
    pass(Duration.ofHours(1), true);
    assertThat(notices).isEmpty();
    warnings.add(new StoreWarning(Kind.SLOW, "slow"));
    pass(LOOK.plusSeconds(1), true);
    assertThat(notices)
        .extracting(IncidentNotice::summary)
        .containsExactly("payouts: the database is slow (SLOW)");
  }

  @Test
  void slowDatabaseThatFailsIsReportedAsFailed() {
    warnings.add(new StoreWarning(Kind.SLOW, "slow"));
    pass(LOOK.plusSeconds(1), true);
    warnings.add(new StoreWarning(Kind.READ_ONLY, "set to read-only"));
    pass(Duration.ofMinutes(1), true);
    assertThat(notices)
        .extracting(IncidentNotice::reason)
        .containsExactly(Reason.OPENED, Reason.REMINDER);
    assertThat(notices.get(1).summary()).contains("takes no writes (READ_ONLY)");
    assertThat(notices.get(1).subject().criticality()).isEqualTo(Criticality.HIGH);
    assertThat(notices.get(1).key()).isEqualTo(notices.get(0).key());
  }

  private Outage outage() {
    return new Outage(
        settings, () -> passed.toNanos(), () -> START.plus(passed).toEpochMilli(), () -> warnings);
  }

  /** Lets the time pass second by second, as the loop does. */
  private void pass(Duration time, boolean hadDuty) {
    for (long second = 0; second < time.toSeconds(); second++) {
      Optional<IncidentNotice> latest = outage.look(hadDuty);
      latest.filter(notice -> !notices.contains(notice)).ifPresent(notices::add);
      passed = passed.plusSeconds(1);
    }
  }

  private static IncidentSink sink() {
    return new IncidentSink() {
      @Override
      public String name() {
        return "sink";
      }

      @Override
      public Answer deliver(IncidentNotice notice) {
        return new Answer.Accepted();
      }
    };
  }
}

package dev.baton.engine.incident;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.engine.incident.Observation.Trouble;
import dev.baton.operate.incident.IncidentKind;
import dev.baton.operate.incident.IncidentNotice;
import dev.baton.operate.incident.IncidentNotice.Reason;
import dev.baton.operate.incident.IncidentSink;
import dev.baton.operate.incident.Incidents;
import dev.baton.spi.incident.Incident;
import dev.baton.spi.incident.IncidentTopic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests which notices are sent, and which are suppressed. */
class IncidentRulesTest {
  private static final Instant START = Instant.parse("2026-03-01T08:30:00.123456Z");
  private static final Duration LOOK = Duration.ofSeconds(15);
  private static final Duration CALM = Duration.ofMinutes(2);
  private static final Set<IncidentKind> SURE = Set.of();

  private final Incidents settings =
      Incidents.to(sink("one"), sink("two"))
          .lookEvery(LOOK)
          .calmFor(CALM)
          .remindAfter(Duration.ofHours(4));
  private final TreeMap<UUID, Incident> rows = new TreeMap<>();
  private final List<Reason> told = new ArrayList<>();
  private Instant now = START;
  private long ids;

  @Test
  void problemIsReportedAtOnceAndOnce() {
    look(1, errors(3));
    look(20, errors(3));
    assertThat(told).containsExactly(Reason.OPENED);
    Incident incident = only();
    assertThat(incident.latest().tasks()).isEqualTo(3);
    assertThat(incident.openedAt()).isEqualTo(START);
    assertThat(incident.latest().number()).isEqualTo(1);
  }

  @Test
  void incidentIsResolvedAfterCalmTime() {
    look(1, errors(3));
    look(8, errors(0));
    assertThat(told).containsExactly(Reason.OPENED);
    look(1, errors(0));
    assertThat(told).containsExactly(Reason.OPENED, Reason.RESOLVED);
    assertThat(only().latest().tasks()).isZero();
    look(100, errors(0));
    assertThat(told).hasSize(2);
  }

  @Test
  void shortCalmResolvesNothing() {
    look(1, errors(3));
    for (int i = 0; i < 50; i++) {
      look(7, errors(0));
      look(1, errors(1));
    }
    assertThat(told).containsExactly(Reason.OPENED);
    assertThat(only().calmSince()).isNull();
  }

  @Test
  void quickReturnReopensIncidentAndEachResolutionTakesLonger() {
    look(1, errors(3));
    UUID id = only().id();
    look(9, errors(0));
    look(1, errors(2));
    assertThat(told).containsExactly(Reason.OPENED, Reason.RESOLVED, Reason.REOPENED);
    assertThat(only().id()).isEqualTo(id);
    assertThat(only().openedAt()).isEqualTo(only().latest().at());
    look(9, errors(0));
    assertThat(told).hasSize(3);
    look(8, errors(0));
    assertThat(told).hasSize(4).endsWith(Reason.RESOLVED);
  }

  @Test
  void returnAfterAnHourIsNewIncident() {
    look(1, errors(3));
    UUID id = only().id();
    look(9, errors(0));
    heard("one", "two");
    look(241, errors(0));
    assertThat(rows).isEmpty();
    look(1, errors(1));
    assertThat(only().id()).isNotEqualTo(id);
    assertThat(told).containsExactly(Reason.OPENED, Reason.RESOLVED, Reason.OPENED);
  }

  @Test
  void resolvedIncidentIsKeptUntilAllSinksAreNotifiedOrTimeIsOver() {
    look(1, errors(3));
    look(9, errors(0));
    heard("one");
    now = now.plus(IncidentRules.TOLD_WITHIN).minus(Duration.ofMinutes(1));
    look(1, errors(0));
    assertThat(rows).hasSize(1);
    now = now.plus(Duration.ofMinutes(1));
    look(1, errors(0));
    assertThat(rows).isEmpty();
  }

  @Test
  void tenfoldGrowthIsReportedButNotTooOften() {
    look(1, errors(3));
    look(10, errors(30));
    assertThat(told).hasSize(1);
    look(100, errors(30));
    assertThat(told).containsExactly(Reason.OPENED, Reason.GREW);
    look(10, errors(299));
    assertThat(told).hasSize(2);
    look(10, errors(300));
    assertThat(told).hasSize(3);
    look(2, errors(300_000));
    assertThat(told).hasSize(3);
  }

  @Test
  void openIncidentIsReportedAgainAfterReminderTime() {
    look(1, errors(3));
    look(4 * 60 * 4 - 1, errors(3));
    assertThat(told).hasSize(1);
    look(1, errors(3));
    assertThat(told).containsExactly(Reason.OPENED, Reason.REMINDER);
    look(4 * 60 * 4 - 1, errors(3));
    assertThat(told).hasSize(2);
  }

  @Test
  void noRemindersIfRemindersAreOff() {
    Incidents silent = settings.remindAfter(Duration.ZERO);
    Incident open =
        Incident.opened(new UUID(1, 1), new IncidentTopic(IncidentKind.ERROR, "T"), 3, START);
    assertThat(IncidentRules.next(silent, open, 3, START.plus(Duration.ofDays(300)))).isEmpty();
  }

  @Test
  void eachKindAndTypeIsItsOwnIncident() {
    look(
        1,
        List.of(
            new Trouble(IncidentKind.ERROR, "A", 1),
            new Trouble(IncidentKind.STUCK, "A", 1),
            new Trouble(IncidentKind.QUEUED, "A", 1),
            new Trouble(IncidentKind.ERROR, "B", 1)));
    assertThat(rows).hasSize(4);
    assertThat(told).hasSize(4);
  }

  @Test
  void theSameTypeInSeveralBucketsIsOneIncident() {
    look(1, List.of(errors(2).get(0), errors(5).get(0)));
    assertThat(only().latest().tasks()).isEqualTo(7);
  }

  @Test
  void tenThousandTypesMakeHundredIncidentsAndOneForTheRest() {
    List<Trouble> storm =
        IntStream.range(0, 10_000)
            .mapToObj(i -> new Trouble(IncidentKind.ERROR, "T" + i, 2))
            .toList();
    look(20, storm);
    assertThat(rows).hasSize(IncidentRules.MAX_INCIDENTS + 1);
    assertThat(told).hasSize(IncidentRules.MAX_INCIDENTS + 1);
    assertThat(rows.values())
        .filteredOn(incident -> incident.topic().name().equals(IncidentNotice.OTHERS))
        .singleElement()
        .satisfies(others -> assertThat(others.latest().tasks()).isEqualTo(2 * (10_000 - 100)));
  }

  @Test
  void incompleteObservationResolvesNothing() {
    look(1, errors(3));
    for (int i = 0; i < 100; i++) {
      step(new Observation(List.of(), EnumSet.of(IncidentKind.ERROR)));
    }
    assertThat(told).containsExactly(Reason.OPENED);
    assertThat(only().calmSince()).isNull();
  }

  @Test
  void incompleteObservationReportsWhatItFound() {
    step(new Observation(errors(3), EnumSet.of(IncidentKind.ERROR)));
    assertThat(told).containsExactly(Reason.OPENED);
  }

  /** For any behaviour of tasks: a bounded number of notices, and never two openings in a row. */
  @Test
  void oneTypeNeverMakesNoticeStorm() {
    for (int seed = 0; seed < 200; seed++) {
      rows.clear();
      told.clear();
      now = START;
      Random chance = new Random(seed);
      double trouble = chance.nextDouble();
      for (int i = 0; i < 240; i++) {
        look(1, errors(chance.nextDouble() < trouble ? 1 + chance.nextInt(1_000_000) : 0));
        if (chance.nextBoolean()) {
          heard("one", "two");
        }
      }
      assertThat(told).as("notices within an hour, seed " + seed).hasSizeLessThanOrEqualTo(20);
      for (int i = 1; i < told.size(); i++) {
        boolean afterEnd = told.get(i - 1) == Reason.RESOLVED;
        boolean opens = told.get(i) == Reason.OPENED || told.get(i) == Reason.REOPENED;
        assertThat(opens).isEqualTo(afterEnd);
      }
    }
  }

  private static List<Trouble> errors(long tasks) {
    return tasks == 0 ? List.of() : List.of(new Trouble(IncidentKind.ERROR, "T", tasks));
  }

  private Incident only() {
    assertThat(rows).hasSize(1);
    return rows.firstEntry().getValue();
  }

  private void heard(String... sinks) {
    for (String sink : sinks) {
      rows.replaceAll((id, row) -> row.heardBy(Map.of(sink, row.latest().number())));
    }
  }

  private void look(int times, List<Trouble> seen) {
    for (int i = 0; i < times; i++) {
      step(new Observation(seen, SURE));
    }
  }

  /** Applies the decisions as the watch does, with a store that never refuses. */
  private void step(Observation sight) {
    Collection<Incident> known = List.copyOf(rows.values());
    for (Step step : IncidentRules.decide(settings, known, sight, now, () -> new UUID(7, ++ids))) {
      if (step instanceof Step.Open open) {
        told.add(open.incident().latest().reason());
        rows.put(open.incident().id(), open.incident());
      } else if (step instanceof Step.Change change) {
        Incident before = rows.put(change.incident().id(), change.incident());
        if (before != null && before.latest().number() != change.incident().latest().number()) {
          told.add(change.incident().latest().reason());
        }
      } else if (step instanceof Step.Remove remove) {
        rows.remove(remove.incident().id());
      }
    }
    now = now.plus(LOOK);
  }

  private static IncidentSink sink(String name) {
    return new IncidentSink() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Answer deliver(IncidentNotice notice) {
        return new Answer.Accepted();
      }
    };
  }
}

package dev.baton.tck.contract.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.operate.incident.IncidentKind;
import dev.baton.operate.incident.IncidentNotice.Reason;
import dev.baton.spi.incident.Incident;
import dev.baton.spi.incident.IncidentStore;
import dev.baton.spi.incident.IncidentTopic;
import dev.baton.tck.contract.StoreScenario;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The contract of every incident store. */
public abstract class IncidentStoreContract {
  private static final int RACERS = 8;
  private static final Instant THEN = Instant.parse("2026-03-01T08:30:00.123456Z");

  /**
   * Returns the store. All nodes share it, and it is the same throughout a test. It is empty at the
   * start of a test.
   */
  protected abstract IncidentStore store();

  @Test
  void thereIsNothingAtFirst() {
    assertThat(store().incidents()).isEmpty();
  }

  @Test
  void theClockGoesOnAndIsReadToTheMicrosecond() {
    Instant first = store().now();
    assertThat(store().now()).isAfterOrEqualTo(first);
    assertThat(first.getNano() % 1_000).isZero();
  }

  @Test
  void anIncidentIsReadAsItWasWritten() {
    Incident fresh = opened("SEND MAIL = ü € \uD83D\uDE80");
    assertThat(store().open(fresh)).isTrue();
    assertThat(store().incidents()).containsExactly(fresh);
    Incident told =
        fresh
            .heardBy(Map.of("pager-duty_1.x", 1, "webhook", 3))
            .noticed(Reason.GREW, 123_456_789_012L, THEN.plusSeconds(7));
    assertThat(store().change(told)).isTrue();
    assertThat(store().incidents()).containsExactly(told.withVersion(2));
    Incident calm = told.withVersion(2).calmSince(THEN.plusSeconds(8));
    assertThat(store().change(calm)).isTrue();
    assertThat(store().incidents()).containsExactly(calm.withVersion(3));
  }

  @Test
  void everyKindAndReasonCanBeStored() {
    for (IncidentKind kind : IncidentKind.values()) {
      for (Reason reason : Reason.values()) {
        Incident fresh =
            Incident.opened(UUID.randomUUID(), new IncidentTopic(kind, "T" + reason), 1, THEN);
        assertThat(store().open(fresh)).isTrue();
        assertThat(store().change(fresh.noticed(reason, 5, THEN))).isTrue();
        assertThat(store().incidents()).contains(fresh.noticed(reason, 5, THEN).withVersion(2));
      }
    }
  }

  @Test
  void thereIsOneIncidentForEachKindAndType() {
    Incident first = opened("T");
    assertThat(store().open(first)).isTrue();
    assertThat(store().open(opened("T"))).isFalse();
    assertThat(store().open(opened("t"))).isTrue();
    assertThat(
            store()
                .open(
                    Incident.opened(
                        UUID.randomUUID(), new IncidentTopic(IncidentKind.STUCK, "T"), 1, THEN)))
        .isTrue();
    assertThat(store().incidents()).hasSize(3).contains(first);
  }

  @Test
  void aChangeUnderAnOldVersionDoesNothing() {
    Incident first = opened("T");
    store().open(first);
    assertThat(store().change(first.calmSince(THEN))).isTrue();
    assertThat(store().change(first.noticed(Reason.REMINDER, 2, THEN))).isFalse();
    assertThat(store().incidents()).containsExactly(first.calmSince(THEN).withVersion(2));
  }

  /** After a failover that rewinds the database, a version may be issued a second time. */
  @Test
  void aChangeOrRemovalOfAnotherIncidentUnderTheSameVersionDoesNothing() {
    Incident gone = opened("T");
    Incident there = opened("T");
    store().open(there);
    assertThat(store().change(gone.calmSince(THEN))).isFalse();
    assertThat(store().remove(gone)).isFalse();
    assertThat(store().incidents()).containsExactly(there);
  }

  @Test
  void aRemovalNeedsTheVersionAndMakesRoomForAnother() {
    Incident first = opened("T");
    store().open(first);
    store().change(first.calmSince(THEN));
    assertThat(store().remove(first)).isFalse();
    assertThat(store().remove(first.withVersion(2))).isTrue();
    assertThat(store().remove(first.withVersion(2))).isFalse();
    assertThat(store().incidents()).isEmpty();
    assertThat(store().open(opened("T"))).isTrue();
  }

  @Test
  void theLongestTypeAndManySinksHaveRoom() {
    Incident incident = opened("€".repeat(250));
    for (int i = 0; i < 20; i++) {
      incident = incident.heardBy(Map.of("s".repeat(58) + i, Integer.MAX_VALUE));
    }
    assertThat(store().open(incident)).isTrue();
    assertThat(store().incidents()).containsExactly(incident);
  }

  @Test
  void oneOfManyThatOpenOrChangeAtOnceSucceeds() throws Exception {
    for (int round = 0; round < 3; round++) {
      String type = "T" + round;
      List<Boolean> opened = StoreScenario.race(RACERS, () -> store().open(opened(type)));
      assertThat(Collections.frequency(opened, true)).isOne();
      Incident there =
          store().incidents().stream()
              .filter(i -> i.topic().name().equals(type))
              .findFirst()
              .orElseThrow();
      Incident next = there.noticed(Reason.GREW, 10, THEN.plus(Duration.ofHours(1)));
      List<Boolean> changed = StoreScenario.race(RACERS, () -> store().change(next));
      assertThat(Collections.frequency(changed, true)).isOne();
    }
  }

  private static Incident opened(String type) {
    return Incident.opened(UUID.randomUUID(), new IncidentTopic(IncidentKind.ERROR, type), 1, THEN);
  }
}

package dev.baton.tck.contract.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.operate.AuditEntry;
import dev.baton.operate.AuditFilter;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.override.ActiveOverride;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideTarget.Kind;
import dev.baton.operate.override.OverrideValue;
import dev.baton.spi.AuditNote;
import dev.baton.spi.ClusterStore;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.OverrideStore;
import dev.baton.spi.Switches;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The contract of every override store, and of the audit of pauses. */
public abstract class OverrideStoreContract {
  private static final int RACERS = 6;
  private static final OverrideTarget SLOTS =
      new OverrideTarget(Kind.NODE_SLOTS, "Z\u00fc \"m\" \uD83D\uDE80");
  private static final OverrideValue FIVE = new OverrideValue.Slots(5);
  private static final OverrideValue SIX = new OverrideValue.Slots(6);

  /** Returns the store. It is the same throughout a test and empty at its start. */
  protected abstract OverrideStore overrides();

  /** Returns the cluster store on the same database, from which nodes read. */
  protected abstract ClusterStore cluster();

  /** Returns the operations store on the same database, which contains the audit. */
  protected abstract OperationsStore operations();

  @Test
  void nothingIsSetAtFirst() {
    assertThat(overrides().overrides()).isEmpty();
    assertThat(cluster().switches()).isEqualTo(new Switches(List.of(), List.of()));
  }

  @Test
  void eachKindIsReadAsItWasSetByNodesAndByPeople() {
    List<OverrideValue> values =
        List.of(
            FIVE,
            SIX,
            new OverrideValue.Slots(100_000),
            new OverrideValue.Pace(20, Duration.ofMillis(1_500), 7),
            new OverrideValue.Backoff(
                Duration.ofMillis(1), 2.718281828, 100_000, Duration.ofDays(365)),
            new OverrideValue.Mute(Instant.parse("2026-03-01T08:30:00.5Z"), "x.E: # is  away "),
            FIVE,
            SIX,
            new OverrideValue.Acknowledged(Instant.parse("2026-03-01T08:30:00Z")));
    for (Kind kind : Kind.values()) {
      OverrideTarget target = new OverrideTarget(kind, "n".repeat(kind.ordinal() + 1));
      assertThat(overrides().set(target, values.get(kind.ordinal()), null, note("ann", "why")))
          .isTrue();
    }
    List<ActiveOverride> set = overrides().overrides();
    assertThat(set).extracting(ActiveOverride::value).isEqualTo(values);
    assertThat(set).extracting(one -> one.target().kind()).containsExactly(Kind.values());
    assertThat(set).allMatch(one -> one.setBy().equals("ann") && "why".equals(one.reason()));
    assertThat(cluster().switches()).isEqualTo(new Switches(List.of(), set));
  }

  @Test
  void nodesReadPausesAndOverridesTogether() {
    Pause pause = new Pause("b", "T", "k");
    cluster().pause(pause, "closed", note("ann", null));
    overrides().set(SLOTS, FIVE, null, note("ann", null));
    Switches read = cluster().switches();
    assertThat(read.pauses()).isEqualTo(cluster().pauses()).hasSize(1);
    assertThat(read.overrides()).isEqualTo(overrides().overrides()).hasSize(1);
    assertThat(read.overrides().get(0).reason()).isNull();
    assertThat(read.overrides().get(0).target()).isEqualTo(SLOTS);
  }

  @Test
  void aChangeAndItsNoteAreWrittenTogetherOrNotAtAll() {
    assertThat(overrides().set(SLOTS, FIVE, null, note("ann", null))).isTrue();
    assertThat(overrides().set(SLOTS, SIX, null, note("bob", null))).isFalse();
    assertThat(overrides().set(SLOTS, SIX, SIX, note("bob", null))).isFalse();
    assertThat(overrides().reset(SLOTS, SIX, note("bob", null))).isFalse();
    assertThat(audited()).containsExactly("ann");
    assertThat(overrides().set(SLOTS, SIX, FIVE, note("eve", "calm again"))).isTrue();
    ActiveOverride now = overrides().overrides().get(0);
    assertThat(now.value()).isEqualTo(SIX);
    assertThat(now.setBy()).isEqualTo("eve");
    assertThat(now.reason()).isEqualTo("calm again");
    assertThat(audited()).containsExactly("eve", "ann");
  }

  @Test
  void aPauseAndItsNoteAreWrittenTogetherOrNotAtAll() {
    Pause pause = Pause.type("T");
    assertThat(cluster().resume(pause, note("bob", null))).isFalse();
    assertThat(cluster().pause(pause, "closed", note("ann", null))).isTrue();
    assertThat(cluster().pause(pause, "closed", note("bob", null))).isFalse();
    assertThat(audited()).containsExactly("ann");
    assertThat(cluster().resume(pause, note("eve", null))).isTrue();
    assertThat(cluster().resume(pause, note("bob", null))).isFalse();
    assertThat(audited()).containsExactly("eve", "ann");
  }

  @Test
  void whatIsResetIsGoneAndMayBeSetAgain() {
    overrides().set(SLOTS, FIVE, null, note("ann", null));
    assertThat(overrides().reset(SLOTS, FIVE, note("bob", null))).isTrue();
    assertThat(overrides().overrides()).isEmpty();
    assertThat(cluster().switches().overrides()).isEmpty();
    assertThat(overrides().reset(SLOTS, FIVE, note("eve", null))).isFalse();
    assertThat(overrides().set(SLOTS, FIVE, null, note("ann", null))).isTrue();
    assertThat(audited()).containsExactly("ann", "bob", "ann");
  }

  @Test
  void ofThoseWhoSetAtTheSameTimeOneIsFirst() throws Exception {
    CyclicBarrier start = new CyclicBarrier(RACERS);
    List<CompletableFuture<Boolean>> racers = new ArrayList<>();
    for (int i = 0; i < RACERS; i++) {
      OverrideValue value = new OverrideValue.Slots(i + 1);
      racers.add(
          CompletableFuture.supplyAsync(
              () -> {
                await(start);
                return overrides().set(SLOTS, value, null, note("racer", null));
              }));
    }
    int won = 0;
    for (CompletableFuture<Boolean> racer : racers) {
      won += racer.get() ? 1 : 0;
    }
    assertThat(won).isEqualTo(1);
    assertThat(overrides().overrides()).hasSize(1);
    assertThat(audited()).containsExactly("racer");
  }

  private static void await(CyclicBarrier start) {
    try {
      start.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private List<String> audited() {
    return operations().audit(AuditFilter.all(), null, 100).stream()
        .map(AuditEntry::actor)
        .toList();
  }

  private static AuditNote note(String actor, @Nullable String reason) {
    return new AuditNote(UUID.randomUUID(), null, null, actor, "OVERRIDE", reason, "detail");
  }
}

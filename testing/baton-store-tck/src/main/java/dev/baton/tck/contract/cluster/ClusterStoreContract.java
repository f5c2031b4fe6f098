package dev.baton.tck.contract.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.NodeRole;
import dev.baton.operate.cluster.NodeInfo;
import dev.baton.operate.cluster.NodeInfo.Card;
import dev.baton.operate.cluster.NodeWarning;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.cluster.Paused;
import dev.baton.spi.AuditNote;
import dev.baton.spi.ClusterStore;
import dev.baton.tck.contract.StoreScenario;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of every cluster store. */
public abstract class ClusterStoreContract {
  private static final Duration LEASE = Duration.ofMillis(30_001);
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration MOMENT = Duration.ofMillis(200);
  private static final int RACERS = 8;
  private static final Instant START = Instant.parse("2026-03-01T08:30:00.123Z");
  private static final TreeMap<String, String> NO_LIMITS = new TreeMap<>();

  private static final UUID ONE = UUID.fromString("00000000-0000-4000-8000-000000000001");
  private static final UUID TWO = UUID.fromString("f0000000-0000-4000-8000-000000000002");

  /**
   * Returns the store. All nodes share it, and it is the same throughout a test. It is empty at the
   * start of a test.
   */
  protected abstract ClusterStore store();

  /** Lets at least this much time pass on the store's clock: moves the clock, or really waits. */
  protected abstract void pass(Duration time) throws Exception;

  private boolean pause(Pause pause, String reason) {
    return store().pause(pause, reason, note("PAUSE"));
  }

  private boolean resume(Pause pause) {
    return store().resume(pause, note("RESUME"));
  }

  private static AuditNote note(String action) {
    return new AuditNote(UUID.randomUUID(), null, null, "ann", action, null, null);
  }

  @Test
  void nobodyIsListedAndNothingIsPausedAtFirst() {
    assertThat(store().nodes(DAY)).isEmpty();
    assertThat(store().pauses()).isEmpty();
    assertThat(store().forget(Duration.ZERO)).isZero();
  }

  @Test
  void aNodeIsListedAsItDescribedItself() {
    Card card =
        new Card(
            ONE,
            "host-7, rack \"B\" = ü € \uD83D\uDE80",
            "1.2.3-SNAPSHOT",
            NodeRole.SERVER,
            LEASE,
            types("SEND MAIL", "pay, then=book", "ü"),
            types("default", "night.ly_2-b"),
            new TreeMap<>(Map.of("the rate a=b & ü", "5 in PT1S, burst 1", "slots of x", "2")),
            List.of(
                new NodeWarning("CLOCK", "20 s behind = ü & \uD83D\uDE80", START),
                new NodeWarning("SLOW", "", START.plusMillis(1))));
    store().beat(card);
    NodeInfo node = only(store().nodes(DAY));
    assertThat(node.card()).isEqualTo(card);
    assertThat(node.startedAt()).isEqualTo(node.heardAt());
    assertThat(node.leftAt()).isNull();
  }

  @Test
  void aClientWithoutTypesAndBucketsIsListed() {
    Card card =
        new Card(ONE, "c", "1", NodeRole.CLIENT, LEASE, types(), types(), NO_LIMITS, List.of());
    store().beat(card);
    assertThat(only(store().nodes(DAY)).card()).isEqualTo(card);
  }

  @Test
  void warningsOfANodeAreBoundedAndGoneAfterTheirEnd() {
    List<NodeWarning> many =
        IntStream.range(0, 20)
            .mapToObj(i -> new NodeWarning("KIND_" + (10 + i), "x".repeat(5_000), START))
            .toList();
    Card card =
        new Card(ONE, "n", "1", NodeRole.SERVER, LEASE, types(), types("default"), NO_LIMITS, many);
    store().beat(card);
    assertThat(only(store().nodes(DAY)).card().warnings())
        .hasSize(Card.MAX_WARNINGS)
        .allSatisfy(one -> assertThat(one.message()).hasSize(NodeWarning.MAX_MESSAGE));
    store().beat(card(ONE, "n"));
    assertThat(only(store().nodes(DAY)).card().warnings()).isEmpty();
  }

  @Test
  void aNodeWithManyLongTypeNamesIsListed() {
    String[] many =
        IntStream.range(0, 500).mapToObj(i -> i + "x".repeat(110)).toArray(String[]::new);
    Card card =
        new Card(
            ONE,
            "n",
            "1",
            NodeRole.SERVER,
            LEASE,
            types(many),
            types("default"),
            NO_LIMITS,
            List.of());
    store().beat(card);
    assertThat(only(store().nodes(DAY)).card()).isEqualTo(card);
  }

  @Test
  void aBeatKeepsTheStartAndTellsWhatTheNodeIsNow() throws Exception {
    store().beat(card(ONE, "a"));
    NodeInfo first = only(store().nodes(DAY));
    pass(MOMENT);
    Card changed =
        new Card(
            ONE,
            "a",
            "1",
            NodeRole.SERVER,
            LEASE.multipliedBy(2),
            types("T", "U"),
            types(),
            NO_LIMITS,
            List.of());
    store().beat(changed);
    NodeInfo now = only(store().nodes(DAY));
    assertThat(now.card()).isEqualTo(changed);
    assertThat(now.startedAt()).isEqualTo(first.startedAt());
    assertThat(now.heardAt()).isAfterOrEqualTo(first.heardAt().plus(MOMENT.dividedBy(2)));
  }

  @Test
  void nodesAreListedByNameAndThenById() {
    store().beat(card(TWO, "b"));
    store().beat(card(ONE, "b"));
    UUID third = new UUID(7, 7);
    store().beat(card(third, "a"));
    List<UUID> ids = store().nodes(DAY).stream().map(node -> node.card().id()).toList();
    assertThat(ids).containsExactly(third, ONE, TWO);
  }

  @Test
  void aNodeThatHasLeftIsListedAsSuch() throws Exception {
    store().beat(card(ONE, "a"));
    store().beat(card(TWO, "b"));
    pass(MOMENT);
    store().leave(ONE);
    List<NodeInfo> nodes = store().nodes(DAY);
    assertThat(nodes.get(0).leftAt()).isNotNull().isAfter(nodes.get(0).startedAt());
    assertThat(nodes.get(0).heardAt()).isEqualTo(nodes.get(0).leftAt());
    assertThat(nodes.get(1).leftAt()).isNull();
  }

  @Test
  void leavingTwiceKeepsTheFirstTimeAndStrangersMayLeave() throws Exception {
    store().beat(card(ONE, "a"));
    store().leave(ONE);
    NodeInfo left = only(store().nodes(DAY));
    pass(MOMENT);
    store().leave(ONE);
    store().leave(TWO);
    assertThat(only(store().nodes(DAY))).isEqualTo(left);
  }

  @Test
  void aNodeThatIsHeardOfAgainHasNotLeft() {
    store().beat(card(ONE, "a"));
    store().leave(ONE);
    store().beat(card(ONE, "a"));
    assertThat(only(store().nodes(DAY)).leftAt()).isNull();
  }

  @Test
  void onlyNodesHeardOfWithinTheTimeAreListed() throws Exception {
    store().beat(card(ONE, "a"));
    pass(MOMENT.multipliedBy(2));
    store().beat(card(TWO, "b"));
    assertThat(store().nodes(MOMENT)).extracting(node -> node.card().id()).doesNotContain(ONE);
    assertThat(store().nodes(DAY)).hasSize(2);
    assertThat(store().nodes(Duration.ofDays(100_000))).hasSize(2);
  }

  @Test
  void nodesThatWereSilentForLongAreForgottenAndNoOthers() throws Exception {
    store().beat(card(ONE, "a"));
    assertThat(store().forget(DAY)).isZero();
    pass(MOMENT);
    assertThat(store().forget(MOMENT.dividedBy(2))).isEqualTo(1);
    assertThat(store().nodes(DAY)).isEmpty();
    store().beat(card(TWO, "b"));
    assertThat(store().forget(DAY)).isZero();
    assertThat(store().nodes(DAY)).hasSize(1);
  }

  @Test
  void aForgottenNodeThatBeatsStartsAnew() throws Exception {
    store().beat(card(ONE, "a"));
    NodeInfo first = only(store().nodes(DAY));
    pass(MOMENT);
    store().forget(MOMENT.dividedBy(2));
    store().beat(card(ONE, "a"));
    assertThat(only(store().nodes(DAY)).startedAt()).isAfter(first.startedAt());
  }

  @Test
  void whatIsPausedIsListedWithItsReasonAndTime() {
    store().beat(card(ONE, "a"));
    assertThat(pause(Pause.type("T"), "the bank is down; ü €")).isTrue();
    Paused paused = only(store().pauses());
    assertThat(paused.pause()).isEqualTo(Pause.type("T"));
    assertThat(paused.reason()).isEqualTo("the bank is down; ü €");
    // Both times come from the one clock of the store.
    assertThat(paused.since()).isAfterOrEqualTo(only(store().nodes(DAY)).startedAt());
  }

  @Test
  void aSecondPauseOfTheSameChangesNothing() throws Exception {
    pause(Pause.type("T"), "first");
    Paused first = only(store().pauses());
    pass(MOMENT);
    assertThat(pause(Pause.type("T"), "second")).isFalse();
    assertThat(only(store().pauses())).isEqualTo(first);
  }

  @Test
  void whatIsResumedIsNotPausedAnyMore() {
    pause(Pause.type("T"), "");
    pause(Pause.type("U"), "");
    assertThat(resume(Pause.type("T"))).isTrue();
    assertThat(resume(Pause.type("T"))).isFalse();
    assertThat(resume(Pause.key("T"))).isFalse();
    assertThat(only(store().pauses()).pause()).isEqualTo(Pause.type("U"));
    assertThat(pause(Pause.type("T"), "again")).isTrue();
    assertThat(store().pauses()).hasSize(2);
  }

  @Test
  void everyCombinationIsAPauseOfItsOwnAndListedInOrder() {
    List<Pause> all =
        List.of(
            Pause.key("a"),
            Pause.key("b"),
            Pause.type("a"),
            Pause.key("a", ""),
            Pause.key("a", "a"),
            Pause.key("a", "b"),
            Pause.bucket("a"),
            new Pause("a", null, "a"),
            new Pause("a", "a", null),
            new Pause("a", "a", "a"),
            Pause.bucket("b"));
    List<Pause> shuffled = new java.util.ArrayList<>(all);
    Collections.reverse(shuffled);
    shuffled.forEach(pause -> assertThat(pause(pause, "why")).isTrue());
    assertThat(store().pauses()).extracting(Paused::pause).containsExactlyElementsOf(all);
    assertThat(all).isSorted();
    assertThat(resume(Pause.key("a", ""))).isTrue();
    assertThat(store().pauses()).hasSize(all.size() - 1);
  }

  @Test
  void namesDifferByCaseAndAccent() {
    assertThat(pause(Pause.type("pay"), "")).isTrue();
    assertThat(pause(Pause.type("PAY"), "")).isTrue();
    assertThat(pause(Pause.type("páy"), "")).isTrue();
    assertThat(resume(Pause.type("Pay"))).isFalse();
    assertThat(store().pauses()).hasSize(3);
  }

  @Test
  void theLongestNamesCanBePaused() {
    Pause longest = new Pause("b".repeat(60), "ü".repeat(250), "€".repeat(200));
    assertThat(pause(longest, "r".repeat(500))).isTrue();
    assertThat(only(store().pauses()).pause()).isEqualTo(longest);
    assertThat(resume(longest)).isTrue();
  }

  @Test
  void oneOfManyThatPauseAtOnceIsToldSoAndOneThatResumes() throws Exception {
    for (int round = 0; round < 3; round++) {
      Pause pause = Pause.key("T", "k" + round);
      List<Boolean> paused = StoreScenario.race(RACERS, () -> pause(pause, "race"));
      assertThat(Collections.frequency(paused, true)).isOne();
      List<Boolean> resumed = StoreScenario.race(RACERS, () -> resume(pause));
      assertThat(Collections.frequency(resumed, true)).isOne();
    }
  }

  @Test
  void manyBeatsAtOnceMakeOneNode() throws Exception {
    StoreScenario.race(
        RACERS,
        () -> {
          store().beat(card(ONE, "a"));
          return true;
        });
    assertThat(store().nodes(DAY)).hasSize(1);
  }

  private static Card card(UUID id, String name) {
    return new Card(
        id, name, "1", NodeRole.SERVER, LEASE, types("T"), types("default"), NO_LIMITS, List.of());
  }

  private static TreeSet<String> types(String... some) {
    return new TreeSet<>(Arrays.asList(some));
  }

  private static <T> T only(List<T> list) {
    assertThat(list).hasSize(1);
    return list.get(0);
  }
}

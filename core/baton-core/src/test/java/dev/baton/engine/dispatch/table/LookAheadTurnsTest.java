package dev.baton.engine.dispatch.table;

import static dev.baton.engine.dispatch.table.Candidates.of;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.limit.FairShare;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import dev.baton.task.rule.FairTurns;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Tests whose turn is next if keys take turns, and that other types are not delayed. */
final class LookAheadTurnsTest {
  private static final int SEEDS = 200;

  private final LookAheadTable table = table(1_000, FairShare.equal());
  private int number;

  /** Types whose name begins with F are fair. */
  private static LookAheadTable table(int total, FairShare share) {
    return new LookAheadTable(
        total,
        total,
        UnaryOperator.identity(),
        type -> type.startsWith("F") ? new FairTurns(share::weightOf, total / 4) : null,
        left -> {});
  }

  @Test
  void smallKeyWaitsForOneTurnOfBigKey() {
    add("F", "big", 100);
    assertThat(keys(3)).containsExactly("big", "big", "big");
    add("F", "small", 2);
    assertThat(keys(6)).containsExactlyInAnyOrder("big", "small", "big", "small", "big", "big");
    add("F", "small", 1);
    assertThat(keys(2)).contains("small");
  }

  @Test
  void returningKeyGetsOnlyItsShare() {
    add("F", "big", 200);
    int small = 0;
    for (int i = 0; i < 100; i++) {
      if (table.sizeOf(new Flow("F", "small")) == 0) {
        add("F", "small", 1);
      }
      small += take().flow().key().equals("small") ? 1 : 0;
    }
    assertThat(small).isBetween(49, 51);
  }

  @Test
  void unusedTurnIsNotReturnedToChangedTask() {
    Candidate booked = of(1, "F", "a", 5, 1);
    table.offer(booked);
    table.take(booked);
    Candidate prioritized =
        new Candidate(booked.id(), 2, booked.bucket(), booked.flow(), 3, booked.arrivedAt());
    table.offer(prioritized);
    table.offer(booked);
    table.takeBack(booked);
    assertThat(table.peek()).isEqualTo(prioritized);
  }

  @Test
  void idleKeySavesNoTurns() {
    add("F", "a", 1);
    take();
    add("F", "b", 100);
    keys(50);
    add("F", "a", 50);
    assertThat(keys(20).stream().filter("a"::equals)).hasSizeBetween(9, 11);
  }

  @Test
  void turnsFollowTheWeights() {
    LookAheadTable weighted = table(1_000, FairShare.weights(Map.of("gold", 5, "slow", 0.5)));
    for (int i = 0; i < 300; i++) {
      weighted.offer(of(3 * i, "F", "gold", 5, i));
      weighted.offer(of(3 * i + 1, "F", "plain", 5, i));
      weighted.offer(of(3 * i + 2, "F", "slow", 5, i));
    }
    Map<String, Integer> turns = new TreeMap<>();
    for (int i = 0; i < 130; i++) {
      turns.merge(take(weighted).flow().key(), 1, Integer::sum);
    }
    assertThat(turns.get("gold")).isBetween(99, 101);
    assertThat(turns.get("plain")).isBetween(19, 21);
    assertThat(turns.get("slow")).isBetween(9, 11);
  }

  @Test
  void eachPriorityHasItsOwnTurnsAndMostUrgentIsFirst() {
    add("F", "big", 20);
    keys(5);
    for (int i = 0; i < 50; i++) {
      table.offer(of(5_000 + i, "F", "urgent", 0, i));
    }
    assertThat(keys(50)).containsOnly("urgent");
    add("F", "urgent", 5);
    assertThat(keys(4)).containsExactlyInAnyOrder("big", "urgent", "big", "urgent");
  }

  @Test
  void refusedKeyIsSkippedAndLaterGetsOnlyItsShare() {
    add("F", "a", 50);
    add("F", "b", 50);
    Candidate first = table.peek();
    table.refuseFlow(first);
    assertThat(keys(20)).doesNotContain(first.flow().key());
    table.allowKey(first.flow().key());
    assertThat(keys(10).stream().filter(first.flow().key()::equals)).hasSizeBetween(4, 6);
  }

  @Test
  void turnRefusedByClusterLimitIsReturned() {
    add("F", "a", 3);
    add("F", "b", 3);
    for (int i = 0; i < 10; i++) {
      Candidate a = table.peek();
      table.take(a);
      table.offer(a);
      table.takeBack(a);
      assertThat(table.peek()).isEqualTo(a);
    }
  }

  @Test
  void keyHasItsPlaceAmongWaitingKeys() {
    FairTurns turns = new FairTurns(flow -> 1, 250);
    LookAheadTable table =
        new LookAheadTable(10, 100, UnaryOperator.identity(), type -> turns, left -> {});
    for (int i = 0; i < 6; i++) {
      table.offer(of(i, "F", List.of("a", "b", "c").get(i / 2), 5, i));
    }
    take(table);
    assertThat(turns.placeOf(new Flow("F", "b"))).isEqualTo(new FairTurns.TurnPlace(1, 3));
    assertThat(turns.placeOf(new Flow("F", "a"))).isEqualTo(new FairTurns.TurnPlace(3, 3));
    assertThat(turns.placeOf(new Flow("F", "none"))).isNull();
  }

  /** A fair type starts exactly as many tasks before a task of another type as in arrival order. */
  @Test
  void turnsOfKeysDoNotMoveOtherTypes() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      LookAheadTable fair = table(1_000, FairShare.equal());
      List<Boolean> byArrival = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        boolean isFair = random.nextInt(3) > 0;
        byArrival.add(isFair);
        String key = random.nextInt(5) > 0 ? "big" : "small" + random.nextInt(4);
        fair.offer(of(i, isFair ? "F" : "plain", key, 5, i));
      }
      List<Boolean> taken = new ArrayList<>();
      while (fair.peek() != null) {
        taken.add(take(fair).flow().type().equals("F"));
      }
      assertThat(taken).as("seed %s", seed).isEqualTo(byArrival);
    }
  }

  /** Independent of the implementation: only counts turns. */
  @Test
  void noKeyTakesMoreThanTwoTurnsWhileAnotherWaits() {
    for (int seed = 0; seed < SEEDS; seed++) {
      new History(seed).run();
    }
  }

  private static final class History {
    private final String seed;
    private final Random random;
    private final LookAheadTable table;
    private final NaiveLookAhead naive;
    private final Map<String, Map<String, Integer>> turnsWhile = new HashMap<>();
    private int number;

    History(int seed) {
      this.seed = "seed " + seed;
      random = new Random(seed);
      table = table(10_000, FairShare.equal());
      naive = new NaiveLookAhead(10_000, 10_000, UnaryOperator.identity());
    }

    void run() {
      for (int step = 0; step < 600; step++) {
        switch (random.nextInt(12)) {
          case 0, 1, 2, 3 -> offer(random.nextInt(2) == 0 ? "big" : "k" + random.nextInt(6));
          case 4 -> removeAny();
          case 5 -> refuse();
          case 6 -> allow();
          default -> take();
        }
        assertAsOpenAsTheNaive();
      }
      assertThat(table.size()).as(seed).isEqualTo(naive.size());
    }

    private void offer(String key) {
      String type = random.nextInt(4) == 0 ? "plain" : "F";
      Candidate one = of(++number, type, key, random.nextInt(3), random.nextInt(50));
      table.offer(one);
      naive.offer(one);
    }

    private void removeAny() {
      List<Candidate> all = naive.all();
      if (!all.isEmpty()) {
        Candidate any = all.get(random.nextInt(all.size()));
        table.remove(any);
        naive.remove(any);
      }
    }

    private void refuse() {
      Candidate next = table.peek();
      if (next == null) {
        return;
      }
      switch (random.nextInt(4)) {
        case 0 -> {
          table.refuseDefinition(next);
          naive.refuseDefinition(next);
        }
        case 1 -> {
          table.refuseType(next);
          naive.refuseType(next);
        }
        default -> {
          table.refuseFlow(next);
          naive.refuseFlow(next);
        }
      }
    }

    private void allow() {
      table.allowAll();
      naive.allowAll();
    }

    private void take() {
      Candidate next = table.peek();
      if (next == null) {
        return;
      }
      if (next.flow().type().equals("F")) {
        String level = next.priority() + " ";
        TreeSet<String> waiting = new TreeSet<>();
        naive.openFirsts("F").stream()
            .filter(one -> one.priority() == next.priority())
            .forEach(one -> waiting.add(level + one.flow().key()));
        turnsWhile.keySet().removeIf(one -> one.startsWith(level) && !waiting.contains(one));
        String taker = level + next.flow().key();
        turnsWhile.put(taker, new HashMap<>());
        waiting.remove(taker);
        for (String one : waiting) {
          Map<String, Integer> turns = turnsWhile.computeIfAbsent(one, key -> new HashMap<>());
          assertThat(turns.merge(taker, 1, Integer::sum)).as(seed).isLessThanOrEqualTo(2);
        }
      }
      table.take(next);
      naive.remove(next);
    }

    private void assertAsOpenAsTheNaive() {
      Candidate next = table.peek();
      Candidate oldest = naive.peek();
      assertThat(next == null).as(seed).isEqualTo(oldest == null);
      if (next != null && oldest != null) {
        assertThat(next.priority()).as(seed).isEqualTo(oldest.priority());
        assertThat(naive.openFirsts(next.flow().type())).as(seed).contains(next);
      }
    }
  }

  private void add(String type, String key, int count) {
    for (int i = 0; i < count; i++) {
      number++;
      table.offer(of(number, type, key, 5, number));
    }
  }

  private List<String> keys(int count) {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      keys.add(take().flow().key());
    }
    return keys;
  }

  private Candidate take() {
    return take(table);
  }

  private static Candidate take(LookAheadTable table) {
    Candidate next = table.peek();
    assertThat(next).isNotNull();
    table.take(next);
    return next;
  }
}

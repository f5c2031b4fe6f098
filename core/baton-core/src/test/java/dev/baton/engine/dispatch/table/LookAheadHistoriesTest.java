package dev.baton.engine.dispatch.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import dev.baton.task.rule.FairTurns;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Compares random histories of the table with a simple table that scans everything. */
final class LookAheadHistoriesTest {
  private static final int SEEDS = 300;
  private static final int STEPS = 400;
  private static final List<String> TYPES = List.of("A", "M", "Z");

  /** One definition serves two of the types. */
  private static String definitionOf(String type) {
    return type.equals("Z") ? "A" : type;
  }

  @Test
  void tableReturnsTheSameAsTheSimpleTable() {
    for (int seed = 0; seed < SEEDS; seed++) {
      new History(seed).run();
    }
  }

  @Test
  void allReadyTasksAreFoundWithMoreFlowsThanRoom() {
    for (int seed = 0; seed < 40; seed++) {
      new Backlog(seed).drain();
    }
  }

  /** Many flows in a store that scans read page by page. Some flows are refused for a while. */
  private static final class Backlog {
    private static final int FLOWS = 600;
    private static final int PAGE = 50;

    private final String seed;
    private final Random random;
    private final int total;
    private final LookAheadTable table;
    private final TreeMap<Flow, Candidate> store = new TreeMap<>();
    private final Set<String> full = new HashSet<>();

    Backlog(int seed) {
      this.seed = "seed " + seed;
      random = new Random(seed);
      total = 4 + random.nextInt(60);
      table =
          new LookAheadTable(
              2, total, LookAheadHistoriesTest::definitionOf, type -> null, left -> {});
      for (int i = 0; i < FLOWS; i++) {
        String type = TYPES.get(random.nextInt(TYPES.size()));
        Candidate one = Candidates.of(i, type, "k" + i, random.nextInt(10), random.nextInt(9));
        store.put(one.flow(), one);
      }
    }

    void drain() {
      Flow from = new Flow("", "");
      for (int page = 0; !store.isEmpty(); page++) {
        assertThat(page).as(seed).isLessThan(20 * FLOWS);
        List<Candidate> read = store.tailMap(from, false).values().stream().limit(PAGE).toList();
        read.forEach(this::see);
        from = read.size() < PAGE ? new Flow("", "") : read.get(PAGE - 1).flow();
        if (random.nextInt(30) == 0) {
          full.clear();
          full.add(random.nextBoolean() ? "A" : "M");
        }
        book(random.nextInt(20));
        if (random.nextInt(5) == 0) {
          table.allowAll();
        }
      }
      assertThat(table.size()).as(seed).isZero();
      table.allowAll();
      table.drop(flow -> true);
      assertThat(table.flowCount()).as(seed).isZero();
    }

    private void see(Candidate read) {
      table.offer(read);
      if (random.nextInt(10) == 0) {
        table.mayHaveMore(read.flow());
      }
      assertThat(table.size()).as(seed).isLessThanOrEqualTo(total);
      assertThat(table.flowCount()).as(seed).isLessThanOrEqualTo(total + Math.max(total, 100));
    }

    private void book(int most) {
      for (int i = 0; i < most; i++) {
        Candidate next = table.peek();
        if (next == null) {
          return;
        }
        if (full.contains(next.flow().type())) {
          table.refuseType(next);
        } else if (full.contains(definitionOf(next.flow().type()))) {
          table.refuseDefinition(next);
        } else if (random.nextInt(4) == 0) {
          table.refuseFlow(next);
        } else {
          table.remove(next);
          store.remove(next.flow());
        }
      }
    }
  }

  @Test
  void everyKeyGetsTurnsWithMoreKeysThanRoom() {
    for (int seed = 0; seed < 6; seed++) {
      new Rounds(seed).run();
    }
  }

  /** Many keys that take turns and never end, in a store that scans read page by page. */
  private static final class Rounds {
    private static final int KEYS = 600;
    private static final int PAGE = 50;

    private final String seed;
    private final Random random;
    private final LookAheadTable table;
    private final TreeMap<Flow, Candidate> store = new TreeMap<>();
    private final TreeMap<Flow, Integer> turns = new TreeMap<>();
    private final FairTurns turning;
    private Flow from = new Flow("", "");

    Rounds(int seed) {
      this.seed = "seed " + seed;
      random = new Random(seed);
      int total = 8 + random.nextInt(300);
      turning = new FairTurns(flow -> 1, total / 4);
      table = new LookAheadTable(100, total, UnaryOperator.identity(), type -> turning, left -> {});
      for (int i = 0; i < KEYS; i++) {
        Candidate one = Candidates.of(i, "F", "k" + i, 5, i);
        store.put(one.flow(), one);
        turns.put(one.flow(), 0);
      }
    }

    void run() {
      for (int i = 0; i < 12 * KEYS; i++) {
        if (!turning.isCrowded() && random.nextInt(3) == 0) {
          scan();
        }
        for (Flow flow : table.hungry(5)) {
          table.fetching(flow);
          table.offerRead(store.get(flow));
          table.fetched(flow, true);
        }
        Candidate next = table.peek();
        if (next != null) {
          take(next);
        }
      }
      int least = turns.values().stream().min(Integer::compare).orElse(0);
      int most = turns.values().stream().max(Integer::compare).orElse(0);
      assertThat(least).as("%s: %s to %s", seed, least, most).isGreaterThan(most / 3);
    }

    private void scan() {
      List<Candidate> read = store.tailMap(from, false).values().stream().limit(PAGE).toList();
      read.forEach(table::head);
      from = read.size() < PAGE ? new Flow("", "") : read.get(PAGE - 1).flow();
    }

    private void take(Candidate next) {
      table.take(next);
      turns.merge(next.flow(), 1, Integer::sum);
      store.put(next.flow(), later(next));
    }

    /** The next task of the key, which arrived long ago. */
    private static Candidate later(Candidate task) {
      int number = (int) task.id().getLeastSignificantBits();
      return Candidates.of(number + KEYS, "F", task.flow().key(), 5, number);
    }
  }

  /** A random history of the table. The same seed gives the same history. */
  private static final class History {
    private final int seed;
    private final Random random;
    private final int perFlow;
    private final int total;
    private final LookAheadTable table;
    private final NaiveLookAhead naive;
    private final Set<Flow> moreInStore = new HashSet<>();
    private final Set<Flow> leftNow = new HashSet<>();
    private final List<Flow> fetching = new ArrayList<>();
    private int arrivals;

    History(int seed) {
      this.seed = seed;
      random = new Random(seed);
      perFlow = 2 + random.nextInt(9);
      total = perFlow + random.nextInt(30);
      table =
          new LookAheadTable(
              perFlow, total, LookAheadHistoriesTest::definitionOf, type -> null, this::left);
      naive = new NaiveLookAhead(perFlow, total, LookAheadHistoriesTest::definitionOf);
    }

    void run() {
      for (int step = 0; step < STEPS; step++) {
        String where = "seed " + seed + ", step " + step;
        switch (random.nextInt(25)) {
          case 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 -> offer(where);
          case 10, 11, 12, 13, 14, 15, 16 -> book();
          case 17, 18 -> allow();
          case 19 -> head();
          case 20 -> removeAny();
          case 21 -> drop();
          default -> feed();
        }
        Candidate next = naive.peek();
        assertThat(table.peek()).as(where).isEqualTo(next);
        assertThat(table.hasOpen()).as(where).isEqualTo(next != null);
        assertThat(table.size()).as(where).isEqualTo(naive.size());
        assertThat(table.size()).as(where).isLessThanOrEqualTo(total);
        forgetWhatLeft();
        assertHungryWhenNothingIsKnown(where);
      }
    }

    private void left(Candidate candidate) {
      leftNow.add(candidate.flow());
    }

    /** Forgets the flows that have no tasks left. The others are remembered to have more. */
    private void forgetWhatLeft() {
      for (Flow flow : leftNow) {
        if (naive.isEmpty(flow)) {
          moreInStore.remove(flow);
        } else {
          moreInStore.add(flow);
        }
      }
      leftNow.clear();
    }

    private void offer(String where) {
      boolean isRead = random.nextBoolean();
      Candidate candidate = isRead || random.nextInt(4) > 0 ? candidate() : forged();
      LookAheadTable.Offer answer = isRead ? naive.offerRead(candidate) : naive.offer(candidate);
      LookAheadTable.Offer given = isRead ? table.offerRead(candidate) : table.offer(candidate);
      assertThat(given).as(where).isEqualTo(answer);
      if (answer == LookAheadTable.Offer.FULL) {
        moreInStore.add(candidate.flow());
      }
    }

    /** A hint with a wrong flow. */
    private Candidate forged() {
      Candidate truth = candidate();
      Flow other = new Flow(TYPES.get(random.nextInt(3)), "k" + random.nextInt(4));
      return new Candidate(
          truth.id(), truth.version(), truth.bucket(), other, truth.priority(), truth.arrivedAt());
    }

    private Candidate candidate() {
      // Few ids, so that several versions of a task occur. An id keeps its flow, as a task does.
      int id = random.nextInt(120);
      String type = TYPES.get(id % 3);
      int priority = random.nextInt(10);
      int late = random.nextInt(4) == 0 ? random.nextInt(20) : 0;
      return Candidates.of(
          id, 1 + random.nextInt(3), type, "k" + id % 4, priority, arrivals++ / 2 - late);
    }

    private void head() {
      Candidate head = candidate();
      naive.offerRead(head);
      table.head(head);
      moreInStore.add(head.flow());
    }

    /** At any place in its flow, refused or not. */
    private void removeAny() {
      List<Candidate> all = naive.all();
      if (!all.isEmpty()) {
        Candidate any = all.get(random.nextInt(all.size()));
        naive.remove(any);
        table.remove(any);
      }
    }

    private void drop() {
      String key = "k" + random.nextInt(4);
      Predicate<Flow> which = flow -> flow.key().equals(key) && !flow.type().equals("M");
      naive.drop(which);
      table.drop(which);
      moreInStore.removeIf(which);
    }

    private void book() {
      Candidate next = naive.peek();
      if (next == null) {
        return;
      }
      switch (random.nextInt(5)) {
        case 4 -> {
          naive.refuseType(next);
          table.refuseType(next);
        }
        case 0 -> {
          naive.refuseFlow(next);
          table.refuseFlow(next);
        }
        case 1 -> {
          naive.refuseDefinition(next);
          table.refuseDefinition(next);
        }
        default -> {
          naive.remove(next);
          table.remove(next);
        }
      }
      assertThat(table.isRefused(next.flow())).isEqualTo(naive.isRefused(next.flow()));
    }

    private void allow() {
      int choice = random.nextInt(6);
      if (choice < 4) {
        naive.allowKey("k" + choice);
        table.allowKey("k" + choice);
      } else if (choice == 4) {
        naive.allowDefinitions();
        table.allowDefinitions();
      } else {
        naive.allowAll();
        table.allowAll();
      }
    }

    /**
     * Feeds the table like a dispatcher: it reports some flows that have more tasks, and fetches
     * hungry ones.
     */
    private void feed() {
      Flow flow = new Flow(TYPES.get(random.nextInt(3)), "k" + random.nextInt(4));
      if (random.nextBoolean()) {
        table.mayHaveMore(flow);
        moreInStore.add(flow);
      } else if (fetching.isEmpty()) {
        fetching.addAll(table.hungry(3));
        fetching.forEach(table::fetching);
        moreInStore.removeAll(fetching);
      } else {
        Flow fetched = fetching.remove(0);
        boolean more = random.nextBoolean();
        table.fetched(fetched, more);
        if (more) {
          moreInStore.add(fetched);
        }
      }
    }

    /** Otherwise the tasks of that flow would wait for the next poll. */
    private void assertHungryWhenNothingIsKnown(String where) {
      List<Flow> hungry = table.hungry(Integer.MAX_VALUE);
      for (Flow flow : moreInStore) {
        if (naive.isEmpty(flow)) {
          assertThat(hungry).as(where).contains(flow);
        }
      }
    }
  }
}

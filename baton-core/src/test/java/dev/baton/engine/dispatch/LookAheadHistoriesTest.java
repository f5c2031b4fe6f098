package dev.baton.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Random histories of the table, answer by answer against one that scans everything. */
final class LookAheadHistoriesTest {
  private static final int SEEDS = 300;
  private static final int STEPS = 400;
  private static final List<String> TYPES = List.of("A", "M", "Z");

  @Test
  void theTableAnswersAsTheOneThatScansEverything() {
    for (int seed = 0; seed < SEEDS; seed++) {
      new History(seed).run();
    }
  }

  /** One history; the same seed gives the same. */
  private static final class History {
    private final int seed;
    private final Random random;
    private final int perFlow;
    private final int total;
    private final LookAhead table;
    private final NaiveLookAhead naive;
    private final Set<Flow> moreInStore = new HashSet<>();
    private final List<Flow> pulling = new ArrayList<>();
    private int arrivals;

    History(int seed) {
      this.seed = seed;
      random = new Random(seed);
      perFlow = 2 + random.nextInt(9);
      total = perFlow + random.nextInt(30);
      table = new LookAhead(perFlow, total, left -> {});
      naive = new NaiveLookAhead(perFlow, total);
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
        assertThat(table.size()).as(where).isLessThanOrEqualTo(total + table.flowCount());
        assertHungryWhenNothingIsKnown(where);
      }
    }

    private void offer(String where) {
      Candidate candidate = candidate();
      LookAhead.Offer answer = naive.offer(candidate);
      assertThat(table.offer(candidate)).as(where).isEqualTo(answer);
      if (answer == LookAhead.Offer.FULL) {
        moreInStore.add(candidate.flow());
      }
    }

    private Candidate candidate() {
      // Few ids, so that versions meet; an id keeps its flow, as a task does.
      int id = random.nextInt(120);
      String type = TYPES.get(id % 3);
      int priority = random.nextInt(10);
      int late = random.nextInt(4) == 0 ? random.nextInt(20) : 0;
      return Candidates.of(
          id, 1 + random.nextInt(3), type, "k" + id % 4, priority, arrivals++ / 2 - late);
    }

    private void head() {
      Candidate head = candidate();
      naive.offer(head);
      table.head(head);
      moreInStore.add(head.flow());
    }

    /** Wherever in its flow it is, refused or not. */
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
      switch (random.nextInt(4)) {
        case 0 -> {
          naive.refuseFlow(next);
          table.refuseFlow(next);
        }
        case 1 -> {
          naive.refuseType(next);
          table.refuseType(next);
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
        naive.allowTypes();
        table.allowTypes();
      } else {
        naive.allowAll();
        table.allowAll();
      }
    }

    /** As a dispatcher does: some flows are said to have more, and hungry ones are pulled. */
    private void feed() {
      Flow flow = new Flow(TYPES.get(random.nextInt(3)), "k" + random.nextInt(4));
      if (random.nextBoolean()) {
        table.mayHaveMore(flow);
        moreInStore.add(flow);
      } else if (pulling.isEmpty()) {
        pulling.addAll(table.hungry(3));
        pulling.forEach(table::pulling);
        moreInStore.removeAll(pulling);
      } else {
        Flow pulled = pulling.remove(0);
        boolean more = random.nextBoolean();
        table.pulled(pulled, more);
        if (more) {
          moreInStore.add(pulled);
        }
      }
    }

    /** Otherwise tasks of that flow would wait for the next poll. */
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

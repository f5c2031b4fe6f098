package dev.baton.tck.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.AddResult;
import dev.baton.api.Transaction;
import dev.baton.spi.core.TaskSweeps.SweepPlace;
import dev.baton.task.Rule;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskKey;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.Guard;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.NodeStart;
import dev.baton.task.rule.Transition;
import dev.baton.tck.contract.MemoryStoreFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class StoreHistoryTest {
  private static final int STEPS = 400;
  private static final int SEEDS = 30;

  @Test
  void aStoreAgreesWithItselfOnEveryHistory() throws Exception {
    for (long seed = 0; seed < 40; seed++) {
      StoreHistory.of(seed, STEPS).compare(new MemoryStoreFixture(), new MemoryStoreFixture());
    }
  }

  @Test
  void historiesReachAllThereIs() throws Exception {
    Map<String, Integer> seen = new TreeMap<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      StoreHistory.of(seed, STEPS).compare(new CountingStore(seen), new MemoryStoreFixture());
    }
    assertThat(seen)
        .containsKeys(
            "Added",
            "AlreadyExists",
            "claimed",
            "renewed",
            "held",
            "due",
            "overdue",
            "pruned",
            "run again",
            "KEY_TAKEN",
            "NOT_THERE");
    for (Rule rule : Rule.values()) {
      // Rules without a transition: inserts, claims, renewals, pruning, stops of broken rows, and
      // missing tasks.
      switch (rule) {
        case ADD_LATER,
            ADD_NOW,
            ADD_CLAIMED,
            ADD_BLOCKED,
            CLAIM,
            RENEW,
            RESUBMIT,
            RUN_AGAIN,
            UNREADABLE,
            PRUNE ->
            assertThat(seen).doesNotContainKey("applied " + rule);
        default -> assertThat(seen).containsKeys("applied " + rule, "refused " + rule);
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> everyBrokenStoreIsCaught() {
    Map<String, Supplier<PassingStore>> broken = new TreeMap<>();
    broken.put("writes blindly", BlindStore::new);
    broken.put("writes blindly in transactions", BlindInTransactionsStore::new);
    broken.put("fences by version and status, not by owner", OwnerlessStore::new);
    broken.put("ignores whether the time is up", TimelessStore::new);
    broken.put("forgets keys", KeylessStore::new);
    broken.put("renews whatever it is given", RenewingStore::new);
    broken.put("fetches from any bucket", BucketlessStore::new);
    broken.put("pages from the start again", PagelessStore::new);
    broken.put("never prunes", HoardingStore::new);
    broken.put("lists old hints before lapsed leases", DisorderlyStore::new);
    broken.put("runs again whatever the version", RunningStore::new);
    broken.put("always tells a change of state", ChangingStore::new);
    return broken.entrySet().stream()
        .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> assertCaught(each.getValue())));
  }

  @Test
  void aDifferenceIsToldWithItsSeedAndStep() {
    assertThatThrownBy(
            () -> {
              for (long seed = 0; seed < SEEDS; seed++) {
                StoreHistory.of(seed, STEPS).compare(new MemoryStoreFixture(), new BlindStore());
              }
            })
        .isInstanceOf(AssertionError.class)
        .hasMessageMatching(
            "(?s)The stores differ at step \\d+ of StoreHistory.of\\(\\d+L, 400\\).*");
  }

  private static void assertCaught(Supplier<PassingStore> broken) throws Exception {
    for (long seed = 0; seed < SEEDS; seed++) {
      try {
        StoreHistory.of(seed, STEPS).compare(new MemoryStoreFixture(), broken.get());
      } catch (AssertionError caught) {
        return;
      }
    }
    throw new AssertionError("Not caught in " + SEEDS + " histories");
  }

  private static Transition with(Transition transition, Guard guard) {
    return new Transition(
        transition.rule(), transition.id(), guard, transition.change(), transition.error());
  }

  private static final class CountingStore extends PassingStore {
    private final Map<String, Integer> seen;

    CountingStore(Map<String, Integer> seen) {
      this.seen = seen;
    }

    private void count(String what) {
      seen.merge(what, 1, Integer::sum);
    }

    @Override
    public List<AddResult> insert(Transaction transaction, List<NewTask> tasks) {
      List<AddResult> results = super.insert(transaction, tasks);
      results.forEach(result -> count(result.getClass().getSimpleName()));
      return results;
    }

    @Override
    public List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
      List<Task> claimed = super.claim(owner, lease, requests);
      claimed.forEach(task -> count("claimed"));
      return claimed;
    }

    @Override
    public List<Boolean> apply(List<Transition> transitions) {
      List<Boolean> verdicts = super.apply(transitions);
      for (int i = 0; i < verdicts.size(); i++) {
        count((verdicts.get(i) ? "applied " : "refused ") + transitions.get(i).rule());
      }
      return verdicts;
    }

    @Override
    public Renewal renew(Duration lease, List<ClaimFence> held) {
      Renewal renewal = super.renew(lease, held);
      renewal.renewed().forEach(id -> count("renewed"));
      return renewal;
    }

    @Override
    public List<Task> heldBy(NodeStart node, UUID after, int limit) {
      List<Task> held = super.heldBy(node, after, limit);
      held.forEach(task -> count("held"));
      return held;
    }

    @Override
    public List<Candidate> due(Duration hintExpiry, Instant since, int limit) {
      List<Candidate> due = super.due(hintExpiry, since, limit);
      due.forEach(candidate -> count("due"));
      return due;
    }

    @Override
    public List<Task> overdue(SweepPlace leases, SweepPlace hints, int limit) {
      List<Task> overdue = super.overdue(leases, hints, limit);
      overdue.forEach(task -> count("overdue"));
      return overdue;
    }

    @Override
    public int prune(int limit) {
      int pruned = super.prune(limit);
      if (pruned > 0) {
        count("pruned");
      }
      return pruned;
    }

    @Override
    public Optional<RunAgainRefusal> runAgain(UUID id, long version, NextPosition placement) {
      Optional<RunAgainRefusal> refusal = super.runAgain(id, version, placement);
      count(refusal.map(Enum::name).orElse("run again"));
      return refusal;
    }
  }

  private static class BlindStore extends PassingStore {
    @Override
    public List<Boolean> apply(List<Transition> transitions) {
      return real.apply(transitions.stream().map(this::blind).toList());
    }

    Transition blind(Transition transition) {
      Optional<Task> now = find(transition.id());
      boolean fits =
          now.isPresent()
              && transition.rule().from().contains(now.get().position().status())
              && !transition.rule().needsTimeIsUp();
      return fits ? with(transition, Guard.asSeen(now.get())) : transition;
    }
  }

  private static final class BlindInTransactionsStore extends BlindStore {
    @Override
    public List<Boolean> apply(List<Transition> transitions) {
      return real.apply(transitions);
    }

    @Override
    public boolean apply(Transaction transaction, Transition transition) {
      return real.apply(transaction, blind(transition));
    }
  }

  private static final class OwnerlessStore extends PassingStore {
    @Override
    public Set<UUID> confirm(List<ClaimFence> held) {
      Set<UUID> confirmed = new TreeSet<>();
      for (ClaimFence fence : held) {
        Optional<Task> task = find(fence.id());
        if (task.isPresent() && task.get().position().version() == fence.version()) {
          confirmed.add(fence.id());
        }
      }
      return confirmed;
    }
  }

  private static final class TimelessStore extends PassingStore {
    @Override
    public List<Boolean> apply(List<Transition> transitions) {
      List<Transition> hasty = new ArrayList<>();
      for (Transition each : transitions) {
        boolean early = each.guard().timeIsUp() && find(each.id()).isPresent();
        hasty.add(early ? pretendTimeIsUp(each) : each);
      }
      return real.apply(hasty);
    }

    /** Returns the same change by a rule that doesn't check the time. */
    private Transition pretendTimeIsUp(Transition each) {
      Guard guard =
          new Guard(each.guard().version(), each.guard().status(), each.guard().owner(), false);
      return each.rule() == Rule.LOST
          ? new Transition(Rule.INTERRUPT, each.id(), guard, each.change(), each.error())
          : each;
    }
  }

  private static final class KeylessStore extends PassingStore {
    @Override
    public List<AddResult> insert(Transaction transaction, List<NewTask> tasks) {
      List<NewTask> forgetful = new ArrayList<>();
      for (NewTask task : tasks) {
        List<TaskKey> ids =
            task.keys().stream().filter(key -> key.kind() == TaskKey.Kind.ID).toList();
        forgetful.add(
            ids.isEmpty() ? task : new NewTask(task.id(), task.spec(), task.placement(), ids));
      }
      return real.insert(transaction, forgetful);
    }
  }

  private static final class RenewingStore extends PassingStore {
    @Override
    public Renewal renew(Duration lease, List<ClaimFence> held) {
      real.renew(lease, held);
      return new Renewal(new TreeSet<>(held.stream().map(ClaimFence::id).toList()), Set.of());
    }
  }

  private static final class BucketlessStore extends PassingStore {
    @Override
    public List<Candidate> firstOfEachFlow(String bucket, Candidate after, int limit) {
      return real.firstOfEachFlow("default", after, limit);
    }
  }

  private static final class PagelessStore extends PassingStore {
    @Override
    public List<Task> heldBy(NodeStart node, UUID after, int limit) {
      return real.heldBy(node, null, limit);
    }
  }

  private static final class HoardingStore extends PassingStore {
    @Override
    public int prune(int limit) {
      return 0;
    }
  }

  private static final class DisorderlyStore extends PassingStore {
    @Override
    public List<Task> overdue(SweepPlace leases, SweepPlace hints, int limit) {
      List<Task> all = new ArrayList<>(real.overdue(1_000));
      all.sort(Comparator.comparing(task -> task.position().nextEventAt()));
      return all.subList(0, Math.min(limit, all.size()));
    }
  }

  private static final class RunningStore extends PassingStore {
    @Override
    public Optional<RunAgainRefusal> runAgain(UUID id, long version, NextPosition placement) {
      return findFinished(id).flatMap(finished -> real.runAgain(id, finished.version(), placement));
    }
  }

  private static final class ChangingStore extends PassingStore {
    @Override
    public List<Boolean> apply(List<Transition> transitions) {
      List<Transition> changing = new ArrayList<>();
      for (Transition each : transitions) {
        changing.add(
            each.change() instanceof Change.Move move
                ? new Transition(
                    each.rule(),
                    each.id(),
                    each.guard(),
                    new Change.Move(move.placement(), true),
                    each.error())
                : each);
      }
      return real.apply(changing);
    }
  }
}

package dev.baton.tck.simulation;

import dev.baton.api.Transaction;
import dev.baton.spi.TaskStore;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.Transition;
import dev.baton.tck.StoreWrapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Engines that check too early, or too little, whether they own a task. */
final class StartCanaries {
  private StartCanaries() {}

  static List<Canary> all() {
    return List.of(
        Canary.store("start after the lease", ShorterLease::new),
        new Canary("leases of ended handlers not renewed", new OnlyTheRunning()),
        new Canary("a look at the bucket long before the start", new LooksTooEarly()));
  }

  /** An engine that trusts a longer lease than the database grants. */
  private static final class ShorterLease extends StoreWrapper {
    ShorterLease(TaskStore real) {
      super(real);
    }

    @Override
    public List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
      return super.claim(owner, lease.dividedBy(100), requests);
    }
  }

  /** An engine that doesn't renew the lease of an ended handler whose outcome isn't written yet. */
  private static final class OnlyTheRunning implements Sabotage {
    @Override
    public TaskStore store(SimulatedNode node, Runs runs, TaskStore real) {
      return new StoreWrapper(real) {
        @Override
        public Renewal renew(Duration lease, List<ClaimFence> held) {
          List<ClaimFence> running = new ArrayList<>();
          Set<UUID> ended = new LinkedHashSet<>();
          for (ClaimFence fence : held) {
            List<Run> own = runs.of(fence.id(), fence.version(), node);
            boolean hasEnded = !own.isEmpty() && own.stream().allMatch(Run::hasEnded);
            if (!hasEnded || !ended.add(fence.id())) {
              running.add(fence);
            }
          }
          Renewal answer = real.renew(lease, running);
          ended.addAll(answer.renewed());
          return new Renewal(ended, answer.busy());
        }

        @Override
        public List<Verdict> tryApply(List<Transition> transitions) {
          return real.tryApply(transitions);
        }

        @Override
        public Verdict tryApply(Transaction transaction, Transition transition) {
          return real.tryApply(transaction, transition);
        }
      };
    }
  }

  private static final class LooksTooEarly implements Sabotage {
    @Override
    public Duration beforeHandlers() {
      return Duration.ofMillis(400);
    }
  }
}

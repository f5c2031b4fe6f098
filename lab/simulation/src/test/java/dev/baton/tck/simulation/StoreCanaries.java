package dev.baton.tck.simulation;

import dev.baton.api.AddResult;
import dev.baton.api.Transaction;
import dev.baton.api.error.StoreException;
import dev.baton.spi.TaskStore;
import dev.baton.spi.core.ReadyTasks.FetchRequest;
import dev.baton.spi.core.TaskSweeps.SweepPlace;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Permit;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.Guard;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.NodeStart;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.Transition;
import dev.baton.tck.StoreWrapper;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Engines that call their store wrongly or ignore its results. */
final class StoreCanaries {
  private StoreCanaries() {}

  static List<Canary> all() {
    return List.of(
        Canary.store("no sweep", NoSweep::new),
        Canary.store("heartbeat that outlives its handler", EndlessHeartbeat::new),
        Canary.store("no heartbeat", NoHeartbeat::new),
        Canary.store("renewal that raises the version", RaisingRenewal::new),
        Canary.store("lease that never lapses", EndlessLease::new),
        Canary.store("order by type name", OrderByType::new),
        Canary.store("orphan rows never released", NoOrphans::new),
        Canary.store("due that ignores time", DueAtOnce::new),
        Canary.store("duplicate key ignored", NoKeys::new),
        Canary.store("lost answer taken for success", LostAnswerIsSuccess::new),
        Canary.store("completion outside the handler's transaction", CompletionApart::new),
        Canary.store("local dispatch that isn't confirmed", ConfirmsAll::new),
        Canary.store("completion forgotten when its answer is lost", Forgets::new),
        Canary.store("claims within limits that take no permit", NoPermits::new),
        Canary.store("a limit with one slot too many", OneTooMany::new));
  }

  private static final class NoPermits extends StoreWrapper {
    NoPermits(TaskStore real) {
      super(real);
    }

    @Override
    public LimitedClaim claimWithin(UUID owner, Duration lease, List<LimitedRequest> requests) {
      List<ClaimRequest> plain = requests.stream().map(LimitedRequest::request).toList();
      return new LimitedClaim(real.claim(owner, lease, plain), Map.of());
    }
  }

  private static final class OneTooMany extends StoreWrapper {
    OneTooMany(TaskStore real) {
      super(real);
    }

    @Override
    public LimitedClaim claimWithin(UUID owner, Duration lease, List<LimitedRequest> requests) {
      return real.claimWithin(owner, lease, requests.stream().map(OneTooMany::generous).toList());
    }

    private static LimitedRequest generous(LimitedRequest asked) {
      return new LimitedRequest(
          asked.request(), asked.permits().stream().map(OneTooMany::generous).toList());
    }

    private static Permit generous(Permit permit) {
      return permit instanceof Permit.Slot slot
          ? new Permit.Slot(slot.limit(), slot.key(), slot.slots() + 1)
          : permit;
    }
  }

  private static final class NoSweep extends StoreWrapper {
    NoSweep(TaskStore real) {
      super(real);
    }

    @Override
    public List<Task> overdue(SweepPlace leases, SweepPlace hints, int limit) {
      return List.of();
    }
  }

  private static final class EndlessHeartbeat extends StoreWrapper {
    private final Set<ClaimFence> ever = new LinkedHashSet<>();

    EndlessHeartbeat(TaskStore real) {
      super(real);
    }

    @Override
    public Renewal renew(Duration lease, List<ClaimFence> held) {
      ever.addAll(held);
      Renewal answer = super.renew(lease, List.copyOf(ever));
      List<UUID> asked = held.stream().map(ClaimFence::id).toList();
      Set<UUID> kept = new LinkedHashSet<>(answer.renewed());
      kept.retainAll(asked);
      return new Renewal(kept, answer.busy());
    }
  }

  private static final class NoHeartbeat extends StoreWrapper {
    NoHeartbeat(TaskStore real) {
      super(real);
    }

    @Override
    public Renewal renew(Duration lease, List<ClaimFence> held) {
      return new Renewal(new LinkedHashSet<>(held.stream().map(ClaimFence::id).toList()), Set.of());
    }
  }

  private static final class RaisingRenewal extends StoreWrapper {
    private final SimulatedDatabase database;

    RaisingRenewal(SimulatedDatabase database, TaskStore real) {
      super(real);
      this.database = database;
    }

    @Override
    public Renewal renew(Duration lease, List<ClaimFence> held) {
      Renewal answer = super.renew(lease, held);
      for (UUID id : answer.renewed()) {
        database
            .committed()
            .find(id)
            .filter(task -> task.position().status() == Status.RUNNING)
            .ifPresent(task -> real.apply(List.of(raised(task, lease))));
      }
      return answer;
    }

    private static Transition raised(Task task, Duration lease) {
      dev.baton.task.rule.Change.Move same =
          (dev.baton.task.rule.Change.Move)
              dev.baton.task.rule.HolderRules.checkpoint(
                      task, lease, dev.baton.task.Bytes.of("renewed"))
                  .change();
      return new Transition(
          dev.baton.task.Rule.NEXT_STATE,
          task.id(),
          Guard.asSeen(task),
          new dev.baton.task.rule.Change.Move(same.placement(), false),
          null);
    }
  }

  private static final class EndlessLease extends StoreWrapper {
    EndlessLease(TaskStore real) {
      super(real);
    }

    @Override
    public List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
      return super.claim(owner, lease.multipliedBy(1_000), requests);
    }
  }

  private static final class OrderByType extends StoreWrapper {
    OrderByType(TaskStore real) {
      super(real);
    }

    @Override
    public List<Candidate> firstOfEachFlow(String bucket, @Nullable Candidate after, int limit) {
      return byType(super.firstOfEachFlow(bucket, after, limit));
    }

    @Override
    public List<Candidate> scan(String bucket, @Nullable Candidate after, int limit) {
      return byType(super.scan(bucket, after, limit));
    }

    @Override
    public List<Candidate> fetch(String bucket, List<FetchRequest> requests, int limit) {
      return byType(super.fetch(bucket, requests, limit));
    }

    private static List<Candidate> byType(List<Candidate> found) {
      List<Candidate> sorted = new ArrayList<>();
      for (Candidate c : found) {
        Instant byType = Instant.EPOCH.plusSeconds(c.flow().type().charAt(0));
        sorted.add(new Candidate(c.id(), c.version(), c.bucket(), c.flow(), c.priority(), byType));
      }
      return sorted;
    }
  }

  private static final class NoOrphans extends StoreWrapper {
    NoOrphans(TaskStore real) {
      super(real);
    }

    @Override
    public List<Task> heldBy(NodeStart node, @Nullable UUID after, int limit) {
      return List.of();
    }
  }

  /** Makes each waiting task ready, whatever its time. */
  static final class DueAtOnce extends StoreWrapper {
    private final SimulatedDatabase database;

    DueAtOnce(SimulatedDatabase database, TaskStore real) {
      super(real);
      this.database = database;
    }

    @Override
    public List<Candidate> due(Duration hintExpiry, Instant since, int limit) {
      List<Transition> all =
          database.committed().live().stream()
              .filter(task -> task.position().status() == Status.WAITING)
              .map(task -> OperatorRules.reschedule(task, null, hintExpiry))
              .toList();
      real.apply(all);
      return List.of();
    }
  }

  private static final class NoKeys extends StoreWrapper {
    NoKeys(TaskStore real) {
      super(real);
    }

    @Override
    public List<AddResult> insert(Transaction transaction, List<NewTask> tasks) {
      return super.insert(transaction, tasks.stream().map(NoKeys::bare).toList());
    }

    private static NewTask bare(NewTask task) {
      TaskSpec s = task.spec();
      TaskSpec bare =
          new TaskSpec(
              s.flow(),
              s.subType(),
              s.bucket(),
              s.priority(),
              s.payload(),
              s.context(),
              s.traits(),
              s.origin(),
              false);
      return new NewTask(task.id(), bare, task.placement(), List.of(), task.waits());
    }
  }

  private static final class LostAnswerIsSuccess extends StoreWrapper {
    LostAnswerIsSuccess(TaskStore real) {
      super(real);
    }

    @Override
    public List<Boolean> apply(List<Transition> transitions) {
      try {
        return super.apply(transitions);
      } catch (StoreException lost) {
        return Collections.nCopies(transitions.size(), true);
      }
    }
  }

  private static final class Forgets extends StoreWrapper {
    Forgets(TaskStore real) {
      super(real);
    }

    @Override
    public List<Boolean> apply(List<Transition> transitions) {
      try {
        return super.apply(transitions);
      } catch (StoreException lost) {
        return Collections.nCopies(transitions.size(), false);
      }
    }
  }

  private static final class CompletionApart extends StoreWrapper {
    CompletionApart(TaskStore real) {
      super(real);
    }

    @Override
    public boolean apply(Transaction transaction, Transition transition) {
      return super.apply(List.of(transition)).get(0);
    }
  }

  private static final class ConfirmsAll extends StoreWrapper {
    ConfirmsAll(TaskStore real) {
      super(real);
    }

    @Override
    public Set<UUID> confirm(List<ClaimFence> held) {
      return new LinkedHashSet<>(held.stream().map(ClaimFence::id).toList());
    }
  }
}

package dev.baton.engine.operate;

import dev.baton.engine.base.NodeContext;
import dev.baton.engine.cluster.GiveBackHistory;
import dev.baton.operate.Explanation;
import dev.baton.operate.PastAttempt;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.operate.WaitReason;
import dev.baton.operate.WorkflowStep;
import dev.baton.operate.cluster.Cluster.Member;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.spi.LimitState;
import dev.baton.spi.OperationsStore;
import dev.baton.task.LastOutcome;
import dev.baton.task.Prerequisite;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Permit;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.rule.Mailbox;
import dev.baton.task.rule.PermitCount;
import dev.baton.task.rule.SignalNote;
import dev.baton.task.rule.SignalRules;
import dev.baton.task.rule.WaitState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Finds out why a task waits. One thread uses it for one task. */
final class Explainer {
  private static final int MAX_COUNTED = 1_000;
  private static final int MAX_HOLDERS = 100;
  private static final int MAX_ROOTS = 5;

  private final NodeContext node;
  private final OperationsStore store;
  private final NodeView nodeView;

  Explainer(NodeContext node, OperationsStore store, NodeView nodeView) {
    this.node = node;
    this.store = store;
    this.nodeView = nodeView;
  }

  Explanation explain(UUID id) {
    Optional<Task> live = node.lookups().find(id);
    if (live.isPresent()) {
      List<WaitReason> reasons = reasons(live.get());
      int behind = store.behind(node.waits(), List.of(id)).getOrDefault(id, Set.of()).size();
      return new Explanation(id, reasons, behind);
    }
    Optional<FinishedTask> ended = node.lookups().findFinished(id);
    WaitReason reason =
        ended
            .<WaitReason>map(
                task -> new WaitReason.Ended(task.status(), task.finishedAt(), task.error()))
            .orElseGet(WaitReason.NotFound::new);
    return new Explanation(id, List.of(reason), 0);
  }

  /**
   * Returns why a blocked task waits. A task on hold may also wait for other tasks. Such a task
   * still waits for the other tasks after its release.
   */
  private List<WaitReason> blocked(Task task) {
    WaitState standing = node.waits().waiting(task.id());
    List<WaitReason> reasons = new ArrayList<>();
    if (standing != WaitState.WAITS) {
      reasons.add(new WaitReason.Held());
    }
    List<UUID> left =
        standing == WaitState.OVER
            ? List.of()
            : node.waits().waitedFor(task.id()).stream()
                .filter(waited -> waited.end() == null)
                .map(Prerequisite::id)
                .toList();
    if (standing == WaitState.WAITS || !left.isEmpty()) {
      addStep(reasons, task, mailbox(task), left.size());
      reasons.add(new WaitReason.WaitsFor(left.size(), left.stream().limit(MAX_HOLDERS).toList()));
      addRoots(reasons, task.id(), left);
    }
    return reasons;
  }

  /** Adds the step in which the task waits, if it is a workflow. */
  private void addStep(List<WaitReason> reasons, Task task, Mailbox box, int left) {
    if (task.position().lastOutcome() != LastOutcome.CONTINUES) {
      return;
    }
    List<WorkflowStep> steps = WorkflowHistory.of(node, task.id()).steps(task, box);
    WorkflowStep last = steps.isEmpty() ? null : steps.get(steps.size() - 1);
    if (last != null && last.progress() == WorkflowStep.StepProgress.WAITS) {
      reasons.add(
          new WaitReason.InStep(
              last.number(), last.name(), last.at(), left, last.children().size()));
    }
  }

  /** Returns the signals of a task that may await one; an empty mailbox for other tasks. */
  private Mailbox mailbox(Task task) {
    return SignalRules.mayAwait(task) ? node.mailboxHeads(task.id()) : Mailbox.of(List.of());
  }

  /**
   * Adds the roots: the tasks at the beginning of the chain that this task waits for. Adds only
   * roots that the task itself doesn't name, and roots that need an operator. The latter come
   * first.
   */
  private void addRoots(List<WaitReason> reasons, UUID waiting, List<UUID> named) {
    List<UUID> ids = store.roots(node.waits(), waiting, MAX_HOLDERS);
    if (ids.isEmpty()) {
      return;
    }
    List<TaskInfo> roots =
        store.find(TaskFilter.all().ids(new TreeSet<>(ids)), null, ids.size()).stream()
            .map(found -> found.info(null))
            .filter(root -> !root.isFinished())
            .filter(root -> needsAnOperator(root) || !named.contains(root.id()))
            .sorted(Comparator.comparing(root -> !needsAnOperator(root)))
            .limit(MAX_ROOTS)
            .toList();
    Map<UUID, Set<UUID>> behind =
        store.behind(node.waits(), roots.stream().map(TaskInfo::id).toList());
    for (TaskInfo root : roots) {
      reasons.add(
          new WaitReason.Root(
              root.id(),
              root.type(),
              root.status(),
              root.changedAt(),
              behind.getOrDefault(root.id(), Set.of(waiting)).size()));
    }
  }

  private static boolean needsAnOperator(TaskInfo root) {
    return root.status() == Status.ERROR || root.status() == Status.BLOCKED;
  }

  private List<WaitReason> reasons(Task task) {
    return switch (task.position().status()) {
      case BLOCKED -> blocked(task);
      case ERROR -> List.of(new WaitReason.NeedsAPerson(latestError(task.id())));
      case RUNNING -> List.of(running(task));
      case WAITING -> waiting(task);
      case READY -> ready(task);
      case DONE, FAILED, CANCELLED ->
          throw new IllegalStateException("Task " + task.id() + " is live but has a final status");
    };
  }

  private WaitReason running(Task task) {
    Position p = task.position();
    UUID owner = p.owner();
    Instant leaseUntil = p.nextEventAt();
    if (owner == null || leaseUntil == null) {
      throw new IllegalStateException("Task " + task.id() + " runs without an owner and a lease");
    }
    return new WaitReason.Running(
        owner,
        nameOf(owner, nodeView.members()),
        p.attempts(),
        leaseUntil,
        leaseUntil.isBefore(node.clock().now()));
  }

  private List<WaitReason> waiting(Task task) {
    Position p = task.position();
    Instant due = p.runAt() == null ? task.createdAt() : p.runAt();
    Duration left = Duration.between(node.clock().now(), due);
    Mailbox box = mailbox(task);
    SignalNote wait = box.open(due);
    boolean again =
        p.lastOutcome() != LastOutcome.NONE
            && p.lastOutcome() != LastOutcome.SUCCESS
            && p.lastOutcome() != LastOutcome.CONTINUES;
    List<WaitReason> reasons = new ArrayList<>();
    addStep(reasons, task, box, 0);
    reasons.add(
        wait != null
            ? new WaitReason.AwaitsSignal(wait.name(), due)
            : new WaitReason.NotDue(
                due,
                left.isNegative() ? Duration.ZERO : left,
                again ? latestError(task.id()) : null));
    if (again) {
      addOverrides(reasons, task, true);
    }
    addObstacles(reasons, task.spec(), nodeView.members());
    return reasons;
  }

  private List<WaitReason> ready(Task task) {
    List<Member> members = nodeView.members();
    Candidate candidate = task.candidate();
    List<WaitReason> reasons = new ArrayList<>();
    addObstacles(reasons, task.spec(), members);
    nodeView.stops(candidate).forEach(why -> reasons.add(new WaitReason.NodeStopped(why)));
    givenBack(task).among(members).ifPresent(reasons::add);
    addLimits(reasons, candidate, members);
    if (reasons.stream().noneMatch(WaitReason.LimitFull.class::isInstance)) {
      nodeView.refusal(candidate).ifPresent(why -> reasons.add(new WaitReason.NodeFull(why)));
    }
    nodeView
        .aheadInLine(task.id())
        .ifPresent(ahead -> reasons.add(new WaitReason.InLine(task.position().state(), ahead)));
    nodeView.turn(candidate).ifPresent(reasons::add);
    int ahead = store.ahead(candidate, MAX_COUNTED + 1);
    if (ahead > 0) {
      boolean more = ahead > MAX_COUNTED;
      reasons.add(new WaitReason.Behind(Math.min(ahead, MAX_COUNTED), more));
    }
    boolean knows = nodeView.knows(task.spec().type());
    if (reasons.isEmpty() && nodeView.starts(candidate)) {
      reasons.add(new WaitReason.NothingHinders());
    } else if (reasons.isEmpty() || !knows) {
      reasons.add(new WaitReason.LimitsUnknown(task.spec().type()));
    }
    addOverrides(reasons, task, false);
    return reasons;
  }

  /**
   * Adds the numbers that operators have set: for its retry if {@code retry} is true, otherwise for
   * its limits.
   */
  private void addOverrides(List<WaitReason> reasons, Task task, boolean retry) {
    String type = node.definitions().nameFor(task.spec().type());
    String state = "/" + task.position().state();
    node.definitions().overridden().setFor(type).stream()
        .filter(n -> !n.target().kind().isOfState() || n.target().name().endsWith(state))
        .filter(number -> (number.target().kind() == OverrideTarget.Kind.RETRY) == retry)
        .forEach(number -> reasons.add(new WaitReason.SetAtRunTime(number)));
  }

  private GivenBackReason givenBack(Task task) {
    List<PastAttempt> history = store.attempts(task.id(), GiveBackHistory.HISTORY);
    Duration grace = node.settings().unknownTypeGrace();
    return new GivenBackReason(task, history, grace, node.clock().now());
  }

  /** Adds the obstacles that exist on every node. They apply even if the task isn't ready yet. */
  private void addObstacles(List<WaitReason> reasons, TaskSpec spec, List<Member> members) {
    nodeView.pauses(spec).forEach(paused -> reasons.add(new WaitReason.IsPaused(paused)));
    if (!nodeView.seesOthers()) {
      return;
    }
    List<Member> servers = NodeView.servers(members);
    List<Member> know =
        servers.stream().filter(one -> one.node().card().runs(spec.type())).toList();
    List<Member> run =
        servers.stream()
            .filter(one -> one.node().card().buckets().contains(spec.bucket()))
            .toList();
    if (know.stream().noneMatch(run::contains)) {
      reasons.add(new WaitReason.NoNode(spec.type(), spec.bucket(), names(know), names(run)));
    }
  }

  private void addLimits(List<WaitReason> reasons, Candidate candidate, List<Member> members) {
    Map<String, Permit> permits = new LinkedHashMap<>();
    for (Permit permit : nodeView.permits(candidate)) {
      permits.putIfAbsent(permit.name(), permit);
    }
    for (Permit permit : permits.values()) {
      if (permit instanceof Permit.Slot slot) {
        LimitState state = store.limit(slot.name(), Math.max(MAX_HOLDERS, slot.slots()));
        if (state.holders().size() >= slot.slots()) {
          List<WaitReason.Holder> holders = holders(state, members);
          reasons.add(new WaitReason.LimitFull(slot.limit(), slot.key(), slot.slots(), holders));
        }
      } else {
        rate(permit).ifPresent(reasons::add);
      }
    }
  }

  private static List<WaitReason.Holder> holders(LimitState state, List<Member> members) {
    return state.holders().stream()
        .limit(MAX_HOLDERS)
        .map(holder -> new WaitReason.Holder(holder.task(), nameOf(holder.owner(), members)))
        .toList();
  }

  private Optional<WaitReason> rate(Permit rate) {
    LimitState state = store.limit(rate.name(), 1);
    PermitCount count =
        new PermitCount(
            state.now(), Map.of(rate.name(), new PermitCount.PermitUse(0, state.paidUntil())));
    return count
        .take(List.of(rate))
        .map(refusal -> refusal.askAgainAfter())
        .map(wait -> new WaitReason.RateSpent(rate.limit(), rate.key(), wait));
  }

  private @Nullable String latestError(UUID id) {
    List<PastAttempt> latest = store.attempts(id, 1);
    return latest.isEmpty() ? null : latest.get(0).error();
  }

  /**
   * Returns the name of the node that this owner belongs to; null if it isn't listed. The high
   * halves of an owner and of its node's id are equal. They identify one start of a node.
   */
  private static @Nullable String nameOf(UUID owner, List<Member> members) {
    for (Member member : members) {
      UUID id = member.node().card().id();
      if (id.getMostSignificantBits() == owner.getMostSignificantBits()) {
        return member.node().card().name();
      }
    }
    return null;
  }

  static List<String> names(List<Member> members) {
    return members.stream().map(member -> member.node().card().name()).toList();
  }
}

package dev.baton.engine.schedule;

import dev.baton.api.TaskRequest;
import dev.baton.api.error.StoreException;
import dev.baton.api.internal.RequestFields;
import dev.baton.engine.base.LineLimit;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.schedule.TickPlan.Next;
import dev.baton.operate.event.NodeEvent;
import dev.baton.schedule.ScheduleRule;
import dev.baton.schedule.ScheduleState;
import dev.baton.schedule.Tick;
import dev.baton.schedule.Timing;
import dev.baton.schedule.internal.TickTraits;
import dev.baton.task.Status;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Adds the tasks of the due ticks of one schedule. It reads the state of the latest run, decides
 * with {@link TickRules}, and writes the tick and its task if the row still has its version. If the
 * store has transactions, one transaction contains both writes. Stateless.
 */
final class ScheduleTicker {
  private static final Logger LOG = LoggerFactory.getLogger(ScheduleTicker.class);

  /**
   * Latest time that a rule may return. It leaves room for a jitter before the latest time that
   * databases can store.
   */
  private static final Instant LATEST = Instant.parse("9999-12-01T00:00:00Z");

  private final NodeContext node;
  private final ScheduleWriting writing;
  private final Map<String, ScheduleRule> rules;
  private final LineLimit errorLines = new LineLimit();

  ScheduleTicker(NodeContext node, ScheduleWriting writing, Map<String, ScheduleRule> rules) {
    this.node = node;
    this.writing = writing;
    this.rules = Map.copyOf(rules);
  }

  /**
   * Serves the ticks that are due.
   *
   * @return true if more ticks may have to be served at once
   */
  boolean serve(ScheduleState state, Instant now) {
    Optional<Next> next = TickRules.clockSetBack(state, now);
    if (next.isPresent()) {
      return restart(state, next.get(), now);
    }
    LastRun last = lastRun(state, now);
    Optional<TickPlan> plan = plan(state, last, now);
    if (plan.isEmpty()) {
      return false;
    }
    Optional<List<UUID>> added = written(state, plan.get(), now);
    if (added.isEmpty()) {
      return false;
    }
    tell(state, plan.get(), added.get());
    if (last instanceof LastRun.Ended ended && ended.inError()) {
      tellOfError(state);
    }
    return !plan.get().run().isEmpty() || plan.get().next() instanceof Next.At;
  }

  /** Continues a schedule that ticked while the store's clock was ahead. */
  private boolean restart(ScheduleState state, Next next, Instant now) {
    boolean isWritten = written(state, TickPlan.next(next), now).isPresent();
    if (isWritten) {
      LOG.warn(
          "The schedule {} ticked at {} while the database's clock was ahead. The clock now shows"
              + " {}, and the schedule continues. It may repeat ticks that it served too early",
          Texts.line(state.name()),
          state.past().lastTick(),
          now);
    }
    return isWritten;
  }

  private Optional<TickPlan> plan(ScheduleState state, LastRun last, Instant now) {
    Instant tick = state.nextTick();
    if (tick != null) {
      return TickRules.due(state, tick, last, now);
    }
    Timing timing = state.schedule().timing();
    if (timing instanceof Timing.FixedDelay delay) {
      return TickRules.afterDelay(delay, last, now);
    }
    if (timing instanceof Timing.ByRule byRule) {
      return last instanceof LastRun.Continues
          ? Optional.empty()
          : Optional.of(TickPlan.next(asked(byRule, state, last, now)));
    }
    return Optional.of(TickPlan.next(TickRules.restarted(timing, state, now)));
  }

  private Next asked(Timing.ByRule timing, ScheduleState state, LastRun last, Instant now) {
    ScheduleRule rule = rules.get(timing.name());
    if (rule == null) {
      throw new IllegalStateException(
          "This node knows no rule named '" + timing.name() + "'. Call rule(...) of its builder");
    }
    Optional<Instant> answer =
        answer(rule, new ScheduleRule.Asked(now, state.past().lastTick(), last.end()));
    if (answer.isEmpty()) {
      return new Next.Over();
    }
    Instant tick = answer.get();
    String wrong =
        tick.isAfter(LATEST)
            ? "is too late to be stored"
            : state.past().lastTick() != null && !tick.isAfter(state.past().lastTick())
                ? "isn't after the last tick, " + state.past().lastTick()
                : "";
    if (!wrong.isEmpty()) {
      throw new IllegalStateException(
          "The rule '" + timing.name() + "' returned " + tick + ", which " + wrong);
    }
    return new Next.At(tick);
  }

  /**
   * Calls the rule of a schedule. If the rule can't reach its own database, this must not count as
   * a failure of Baton's store.
   */
  private static Optional<Instant> answer(ScheduleRule rule, ScheduleRule.Asked asked) {
    try {
      return rule.next(asked);
    } catch (StoreException broken) {
      throw new IllegalStateException("Its rule failed: " + broken.getMessage(), broken);
    }
  }

  private LastRun lastRun(ScheduleState state, Instant now) {
    UUID id = state.past().lastTask();
    if (id == null) {
      return new LastRun.None();
    }
    Optional<Task> live = node.lookups().find(id);
    if (live.isEmpty()) {
      // If no finished row is kept, use the current time: the run has ended since the last check.
      Instant end = node.lookups().findFinished(id).map(FinishedTask::finishedAt).orElse(now);
      return new LastRun.Ended(end, false);
    }
    if (live.get().position().status() != Status.ERROR) {
      return new LastRun.Continues();
    }
    return new LastRun.Ended(live.get().lastChange(), true);
  }

  /** Returns the added tasks; empty if another node or an operator has changed the schedule. */
  private Optional<List<UUID>> written(ScheduleState state, TickPlan plan, Instant now) {
    List<? extends TaskRequest<?, ?>> requests =
        plan.run().stream().map(tick -> request(state, tick)).toList();
    return writing.written(
        "The tick of " + state.name(),
        writer ->
            writer.tick(
                state,
                requests,
                added ->
                    NextTimes.placed(after(state, plan, added), plan.next(), now, node.runtime())));
  }

  /**
   * Creates the request for a tick. The insert must not claim its task. So any node with a free
   * slot can run the task. Otherwise the leader would run the tasks of all schedules.
   */
  private static TaskRequest<?, ?> request(ScheduleState state, Instant tick) {
    Tick due = new Tick(state.name(), tick);
    return RequestFields.withoutLocalDispatch(TickTraits.with(due, state.schedule().request()));
  }

  private static ScheduleState after(ScheduleState state, TickPlan plan, List<UUID> added) {
    ScheduleState next = state;
    if (!added.isEmpty()) {
      Instant latest = plan.run().get(plan.run().size() - 1);
      next = next.ticked(latest, false).ran(added);
    }
    return plan.skipped() == null ? next : next.ticked(plan.skipped(), true);
  }

  private void tellOfError(ScheduleState state) {
    String message =
        "its latest run, task " + state.past().lastTask() + ", is in ERROR; ticks continue";
    errorLines.log(
        LOG,
        Level.WARN,
        node.runtime().nanoTime(),
        "The schedule {}: {}. Retry or fail that task",
        Texts.line(state.name()),
        Texts.line(message));
    node.events().emit(new NodeEvent.ScheduleTrouble(state.name(), message));
  }

  private void tell(ScheduleState state, TickPlan plan, List<UUID> added) {
    String name = state.name();
    for (int i = 0; i < added.size(); i++) {
      node.events().emit(new NodeEvent.Ticked(name, plan.run().get(i), added.get(i)));
    }
    if (plan.skipped() != null) {
      node.events().emit(new NodeEvent.TickSkipped(name, plan.skipped(), plan.why()));
    }
    if (plan.next() instanceof Next.Over) {
      LOG.info("The schedule {} has no further tick and is over", Texts.line(name));
      node.events().emit(new NodeEvent.ScheduleEnded(name));
    }
  }
}

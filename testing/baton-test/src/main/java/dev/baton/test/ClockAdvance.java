package dev.baton.test;

import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.schedule.ScheduleState;
import dev.baton.task.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Moves a test's clock step by step, from the time of one due event to the next. */
final class ClockAdvance {
  private static final int MAX_STEPS = 100_000;

  /**
   * First interval between checks of ready tasks. A ready task that doesn't run may be waiting for
   * a rate limit, which only time can free.
   */
  private static final Duration FIRST_LOOK = Duration.ofSeconds(1);

  private static final Duration LAST_LOOK = Duration.ofHours(1);

  private final TestCluster cluster;
  private final TaskList tasks;
  private final TestClock clock;

  /** Time until the next check of ready tasks. It doubles while no task starts. */
  private Duration look = FIRST_LOOK;

  ClockAdvance(TestCluster cluster, TaskList tasks, TestClock clock) {
    this.cluster = cluster;
    this.tasks = tasks;
    this.clock = clock;
  }

  /** Moves the clock to a time and returns the number of attempts that ran. */
  int to(Instant time) {
    long before = cluster.attempts();
    cluster.settle();
    look = FIRST_LOOK;
    for (int step = 0; clock.instant().isBefore(time); step++) {
      requireSteps(step);
      step(nextMoment().filter(moment -> moment.isBefore(time)).orElse(time));
    }
    return (int) (cluster.attempts() - before);
  }

  void untilEnded(List<UUID> ids) {
    List<UUID> left = new ArrayList<>(ids);
    cluster.settle();
    look = FIRST_LOOK;
    for (int step = 0; ; step++) {
      requireSteps(step);
      left.removeIf(id -> requireNoError(tasks.task(id)).status().isFinished());
      if (left.isEmpty()) {
        return;
      }
      step(nextMoment().orElseThrow(() -> neverEnds(left.get(0))));
    }
  }

  private void step(Instant next) {
    long before = cluster.attempts();
    cluster.passTo(next);
    cluster.settle();
    Duration longer = look.multipliedBy(2);
    look =
        cluster.attempts() > before
            ? FIRST_LOOK
            : longer.compareTo(LAST_LOOK) < 0 ? longer : LAST_LOOK;
  }

  /** Returns the time of the next event; empty if no event is due at any later time. */
  private Optional<Instant> nextMoment() {
    Instant now = clock.instant();
    List<Instant> moments = new ArrayList<>();
    tasks
        .found(TaskFilter.all().status(Status.WAITING, Status.RUNNING, Status.READY))
        .filter(task -> !task.isFinished())
        .flatMap(task -> moment(task, now).stream())
        .filter(at -> at.isAfter(now))
        .forEach(moments::add);
    for (ScheduleState schedule : tasks.schedules()) {
      Instant due = schedule.dueAt();
      if (due != null && !schedule.paused() && due.isAfter(now)) {
        moments.add(due);
      }
    }
    return moments.stream().min(Comparator.naturalOrder());
  }

  private Optional<Instant> moment(TaskInfo task, Instant now) {
    if (task.status() != Status.READY) {
      return task.nextEventAt();
    }
    return cluster.holdBack().holds(task.type()) ? Optional.empty() : Optional.of(now.plus(look));
  }

  private static void requireSteps(int step) {
    if (step > MAX_STEPS) {
      throw new AssertionError(
          "The clock made " + MAX_STEPS + " steps and more are due: advance by less time");
    }
  }

  private static TestTask requireNoError(TestTask task) {
    if (task.status() == Status.ERROR) {
      throw new AssertionError("The task stopped in ERROR and needs a person: " + task);
    }
    return task;
  }

  private AssertionError neverEnds(UUID id) {
    return new AssertionError(
        "The task never ends by itself: " + tasks.task(id) + ". " + tasks.explain(id));
  }
}

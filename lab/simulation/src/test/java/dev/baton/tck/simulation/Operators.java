package dev.baton.tck.simulation;

import dev.baton.api.Tasks;
import dev.baton.operate.Operations;
import dev.baton.operate.TaskControl;
import dev.baton.operate.TaskInfo;
import dev.baton.operate.WorkflowStep;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Simulated operators, who change tasks in any allowed way without knowing what the tasks do. */
final class Operators {
  private final World world;
  private final Operations operations;
  private final Tasks tasks;
  private final Chance chance;

  Operators(World world, Member member) {
    this.world = world;
    this.operations = member.baton().operations();
    this.tasks = member.baton().tasks();
    this.chance = member.node().chance().split();
  }

  void run(int most) {
    for (int i = 0; i < most && !world.isCalm(); i++) {
      world.simulation().pass(chance.millis(100, 2_500));
      List<UUID> tasks = candidates();
      if (!tasks.isEmpty()) {
        act(chance.oneOf(tasks));
      }
    }
  }

  /** Returns all tasks, or often only the few that are on hold or wait for others. */
  private List<UUID> candidates() {
    if (world.hasWork() && chance.nextBoolean()) {
      boolean mayCancel = world.work().cancelsChildren() && chance.nextBoolean();
      return world
          .history()
          .ids(row -> WorkCheck.isWork(row) && (mayCancel ? isBlocked(row) : isStopped(row)));
    }
    List<UUID> blocked = world.history().ids(Operators::isBlocked);
    return blocked.isEmpty() || chance.nextBoolean() ? world.history().ids(row -> true) : blocked;
  }

  private static boolean isBlocked(History.Row row) {
    return row.live() != null && row.live().position().status() == Status.BLOCKED;
  }

  private static boolean isStopped(History.Row row) {
    Task live = row.live();
    return live == null || live.position().status() == Status.ERROR;
  }

  private void act(UUID id) {
    SimulatedThread self = world.simulation().running();
    world.history().operator(self, true);
    try {
      Optional<TaskInfo> task = operations.find(id);
      if (task.isPresent() && !Types.hasHandler(task.get().type())) {
        runEarly(task.get());
      } else if (task.isPresent() && isCalledOff(task.get())) {
        tasks.cancel(id, "the workflow is called off");
      } else if (task.isPresent() && isStoppedWork(task.get())) {
        runAgainFrom(task.get());
      } else if (task.isPresent() && task.get().isFinished()) {
        onFinished(task.get());
      } else if (task.isPresent()) {
        onLive(task.get());
      }
    } catch (RuntimeException asOperatorsMeetThem) {
      world.simulation().line(() -> "the operator gets " + asOperatorsMeetThem.getMessage());
    } finally {
      world.history().operator(self, false);
    }
  }

  /** Runs a task of the engine, whatever it waits for. A person who cancels it knows the effect. */
  private void runEarly(TaskInfo task) {
    asking(WaitCheck.Asked.RESCHEDULE, operations.task(task.id())::runNow);
  }

  private boolean isCalledOff(TaskInfo task) {
    return task.type().equals(Types.WORK)
        && task.status() == Status.BLOCKED
        && world.work().cancelsChildren()
        && chance.nextBoolean();
  }

  private boolean isStoppedWork(TaskInfo task) {
    return task.type().equals(Types.WORK)
        && (task.isFinished() || task.status() == Status.ERROR)
        && chance.nextBoolean();
  }

  /** Runs a workflow again from any of its steps, or from the place where it stopped. */
  private void runAgainFrom(TaskInfo task) {
    TaskControl seen = operations.task(task.id()).ifUnchangedSince(task.version());
    List<WorkflowStep> steps = seen.steps();
    if (steps.isEmpty()) {
      return;
    }
    int number = chance.between(1, steps.size() + 1);
    SimulatedThread self = world.simulation().running();
    world.runs().permit(task.id());
    world.work().asks(self, new WorkCheck.Again(task.id(), number));
    try {
      if (number <= steps.size() && chance.nextBoolean()) {
        seen.runAgainFrom(steps.get(number - 1).name());
      } else {
        seen.runAgainFrom(number);
      }
    } finally {
      world.work().asks(self, null);
    }
  }

  private void onLive(TaskInfo task) {
    UUID id = task.id();
    world.simulation().pass(chance.millis(0, 50));
    Optional<Duration> delay =
        chance.nextBoolean() ? Optional.empty() : Optional.of(chance.millis(0, 2_000));
    int what = chance.nextInt(12);
    boolean isRelease = what == 8 || what == 9;
    // After a hold in ERROR and a release, a task runs once more, so the checkers must know of it.
    if (what < 5 || (isRelease && task.attempts() > 0)) {
      world.runs().permit(id);
    }
    TaskControl seen = operations.task(id).ifUnchangedSince(task.version());
    // Some operators change the task whatever its state is now.
    TaskControl any = task.version() % 3 == 0 ? operations.task(id) : seen;
    switch (what) {
      case 0, 1 -> delay.ifPresentOrElse(any::retryIn, any::retry);
      case 2, 3 ->
          asking(
              WaitCheck.Asked.RESCHEDULE,
              () -> delay.ifPresentOrElse(any::rescheduleIn, any::runNow));
      case 4 -> {
        if (task.status() == Status.ERROR) {
          seen.fail("seen");
        }
      }
      case 5 -> {
        if (chance.nextBoolean()) {
          seen.cancel("called off");
        } else {
          tasks.cancel(id, "cancelled in any status");
        }
      }
      case 6, 7 -> asking(WaitCheck.Asked.HOLD, any::hold);
      case 8, 9 -> asking(WaitCheck.Asked.LET_GO, seen::release);
      default -> edit(task, any);
    }
  }

  private void asking(WaitCheck.Asked what, Runnable deed) {
    SimulatedThread self = world.simulation().running();
    world.waits().asks(self, what);
    try {
      deed.run();
    } finally {
      world.waits().asks(self, null);
    }
  }

  /** Edits a task but keeps merged payloads. Other handlers don't read their payloads. */
  private void edit(TaskInfo task, TaskControl any) {
    if (task.type().equals(Types.PLAIN) && chance.nextBoolean()) {
      any.edit(Bytes.of("edited " + task.version()));
    } else {
      any.prioritize(chance.nextInt(10));
    }
  }

  private void onFinished(TaskInfo task) {
    // The other types count their steps and children over one life, so they are not run again.
    if (!List.of(Types.MONEY, Types.FLOWING, Types.TALK, Types.ASKED, Types.ASKED_BARE)
        .contains(task.type())) {
      world.runs().permit(task.id());
      TaskControl seen = operations.task(task.id()).ifUnchangedSince(task.version());
      if (chance.nextBoolean()) {
        seen.runAgain();
      } else {
        seen.runAgainIn(Duration.ofMillis(300));
      }
    }
  }
}

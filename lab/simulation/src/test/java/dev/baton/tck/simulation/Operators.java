package dev.baton.tck.simulation;

import dev.baton.api.Tasks;
import dev.baton.operate.Operations;
import dev.baton.task.Bytes;
import dev.baton.task.FinishedTask;
import dev.baton.task.Status;
import dev.baton.task.Task;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** People who do whatever people may do, without knowing what goes on. */
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

  /** All tasks; often those only that are held or wait for others, which are few. */
  private List<UUID> candidates() {
    List<UUID> blocked =
        world
            .history()
            .ids(row -> row.live() != null && row.live().position().status() == Status.BLOCKED);
    return blocked.isEmpty() || chance.nextBoolean() ? world.history().ids(row -> true) : blocked;
  }

  private void act(UUID id) {
    SimulatedThread self = world.simulation().running();
    world.history().operator(self, true);
    try {
      Optional<Task> live = operations.find(id);
      if (live.isPresent()) {
        onLive(live.get());
      } else {
        Optional<FinishedTask> finished = operations.findFinished(id);
        if (finished.isPresent()) {
          onFinished(finished.get());
        }
      }
    } catch (RuntimeException asOperatorsMeetThem) {
      world.simulation().line(() -> "the operator meets " + asOperatorsMeetThem.getMessage());
    } finally {
      world.history().operator(self, false);
    }
  }

  private void onLive(Task task) {
    UUID id = task.id();
    world.simulation().pass(chance.millis(0, 50));
    long version = task.position().version();
    Duration delay = chance.nextBoolean() ? null : chance.millis(0, 2_000);
    int what = chance.nextInt(12);
    boolean isRelease = what == 8 || what == 9;
    // Held in ERROR and released, a task runs once more: that is asked for, too.
    if (what < 5 || (isRelease && task.position().attempts() > 0)) {
      world.runs().permit(id);
    }
    switch (what) {
      case 0, 1 -> operations.retry(id, version, delay);
      case 2, 3 ->
          asking(WaitCheck.Asked.RESCHEDULE, () -> operations.reschedule(id, version, delay));
      case 4 -> {
        if (task.position().status() == Status.ERROR) {
          operations.fail(id, version, "seen");
        }
      }
      case 5 -> {
        if (chance.nextBoolean()) {
          operations.cancel(id, version, "called off");
        } else {
          tasks.cancel(id, "called off, however it stands");
        }
      }
      case 6, 7 -> asking(WaitCheck.Asked.HOLD, () -> operations.hold(id, version));
      case 8, 9 -> asking(WaitCheck.Asked.LET_GO, () -> operations.release(id, version));
      default -> edit(task, version);
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

  /** What was merged into a task must stay; others don't look at what they carry. */
  private void edit(Task task, long version) {
    if (task.spec().type().equals(Types.PLAIN) && chance.nextBoolean()) {
      operations.edit(task.id(), version, Bytes.of("edited " + version));
    } else {
      operations.prioritize(task.id(), version, chance.nextInt(10));
    }
  }

  private void onFinished(FinishedTask task) {
    // The others count their steps and their children over one life.
    String type = task.spec().type();
    if (!List.of(Types.MONEY, Types.FLOWING, Types.TALK, Types.ASKED, Types.ASKED_BARE)
        .contains(type)) {
      world.runs().permit(task.id());
      operations.runAgain(
          task.id(), task.version(), chance.nextBoolean() ? null : Duration.ofMillis(300));
    }
  }
}

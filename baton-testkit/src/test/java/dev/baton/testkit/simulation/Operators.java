package dev.baton.testkit.simulation;

import dev.baton.api.Operations;
import dev.baton.task.FinishedTask;
import dev.baton.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** People who cancel, retry, reschedule and run again, without knowing what goes on. */
final class Operators {
  private final World world;
  private final Operations desk;
  private final Chance chance;

  Operators(World world, Member member) {
    this.world = world;
    this.desk = member.baton().operations();
    this.chance = member.node().chance().split();
  }

  void run(int most) {
    for (int i = 0; i < most && !world.isCalm(); i++) {
      world.simulation().pass(chance.millis(100, 2_500));
      List<UUID> tasks = new ArrayList<>(world.history().rows().keySet());
      if (!tasks.isEmpty()) {
        act(chance.oneOf(tasks));
      }
    }
  }

  private void act(UUID id) {
    SimulatedThread self = world.simulation().running();
    world.history().operator(self, true);
    try {
      Optional<Task> live = desk.find(id);
      if (live.isPresent()) {
        onLive(live.get());
      } else {
        Optional<FinishedTask> finished = desk.findFinished(id);
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
    int what = chance.nextInt(7);
    if (what > 1) {
      world.runs().permit(id);
    }
    switch (what) {
      case 0 -> desk.cancel(id, version, "called off");
      case 1 -> desk.hold(id, version);
      case 2 -> desk.acknowledge(id, version, "seen");
      case 3, 4 -> desk.retry(id, version, delay);
      default -> desk.reschedule(id, version, delay);
    }
  }

  private void onFinished(FinishedTask task) {
    // The others count their steps and their children over one life.
    String type = task.spec().type();
    if (!List.of(Types.MONEY, Types.FLOWING, Types.TALK, Types.ASKED, Types.ASKED_BARE)
        .contains(type)) {
      world.runs().permit(task.id());
      desk.runAgain(
          task.id(), task.version(), chance.nextBoolean() ? null : Duration.ofMillis(300));
    }
  }
}

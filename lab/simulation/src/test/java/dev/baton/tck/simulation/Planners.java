package dev.baton.tck.simulation;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.operate.TaskFilter;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.Schedules;
import dev.baton.spi.NoteStore;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import java.time.Duration;

/**
 * Simulated people who create and delete schedules, set limits, and repair many tasks at a time.
 */
final class Planners {
  private static final int AT_ONCE = 50;
  private static final Duration NOTES_KEPT = Duration.ofMillis(100);

  private final World world;
  private final Baton baton;
  private final NoteStore notes;
  private final Chance chance;

  Planners(World world, Member member) {
    this.world = world;
    this.baton = member.baton();
    this.notes = member.notes();
    this.chance = member.node().chance().split();
  }

  void run(int most) {
    for (int i = 0; i < most && !world.isCalm(); i++) {
      world.simulation().pass(chance.millis(100, 1_500));
      try {
        if (chance.happens(0.6)) {
          plan(baton.schedules());
        } else if (chance.happens(0.4)) {
          world.limits().set(baton.operations().by("planner").overrides(), chance.between(1, 5));
        } else if (chance.happens(0.3)) {
          // Prunes like the pruner, which keeps notes for longer than any experiment lasts.
          notes.pruneNotes(NOTES_KEPT, AT_ONCE);
        } else {
          mend();
        }
      } catch (RuntimeException asPeopleMeetThem) {
        world.simulation().line(() -> "the planner gets " + asPeopleMeetThem.getMessage());
      }
    }
  }

  private void plan(Schedules schedules) {
    String name = TickCheck.BY_HAND;
    switch (chance.nextInt(9)) {
      case 0 -> schedules.pause(name);
      case 1 -> schedules.resume(name);
      case 2 -> schedules.runNow(name);
      case 3 -> schedules.end(name);
      case 4 -> schedules.remove(name);
      case 5 -> schedules.find(name);
      default ->
          schedules.put(
              Schedule.fixedRate(name, chance.millis(300, 1_500))
                  .adds(TaskRequest.of(TaskType.of(Types.NOTED))));
    }
  }

  /** Runs all FAILED tasks again, of a type that may be tried once more. */
  private void mend() {
    SimulatedThread self = world.simulation().running();
    world.history().operator(self, true);
    try {
      world
          .history()
          .rows()
          .forEach(
              (id, row) -> {
                Task live = row.live();
                if (live != null && live.spec().type().equals(Types.PLAIN)) {
                  world.runs().permit(id);
                }
              });
      baton
          .operations()
          .by("planner", "once more")
          .bulk(TaskFilter.all().type(Types.PLAIN).status(Status.ERROR))
          .atMost(AT_ONCE)
          .retry();
    } finally {
      world.history().operator(self, false);
    }
  }
}

package dev.baton.tck.simulation;

import dev.baton.Baton;
import dev.baton.api.Conflict;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.task.Bytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Simulated programs that submit tasks and ask for their results and progress, or submit one task
 * in place of many.
 */
final class Askers {
  private static final TaskType<Void, Void> NOTED = TaskType.of(Types.NOTED);

  private final World world;
  private final Baton baton;
  private final Chance chance;

  Askers(World world, Member member) {
    this.world = world;
    this.baton = member.baton();
    this.chance = member.node().chance().split();
  }

  void run(int most) {
    List<UUID> known = new ArrayList<>();
    for (int i = 0; i < most && !world.isCalm(); i++) {
      world.simulation().pass(chance.millis(0, 700));
      try {
        if (known.isEmpty() || chance.nextBoolean()) {
          known.add(submit());
        } else {
          ask(chance.oneOf(known));
        }
      } catch (RuntimeException asProgramsMeetThem) {
        world.simulation().line(() -> "the asker gets " + asProgramsMeetThem.getMessage());
      }
    }
  }

  private UUID submit() {
    TaskRequest<?, ?> request = TaskType.of(Types.NOTED, Bytes.class).with(Bytes.of("x"));
    String one = "n" + chance.nextInt(2);
    return switch (chance.nextInt(7)) {
      case 0 ->
          baton
              .tasks()
              .add(request.unique(Unique.forAtLeast(chance.millis(50, 900), one + "/t")))
              .taskId();
      case 1 ->
          baton
              .tasks()
              .add(
                  request.unique(
                      Unique.whileLive(one + "/d"),
                      Conflict.debounce(Duration.ofMillis(400), Duration.ofMillis(1_500))))
              .taskId();
      case 2, 3, 4 ->
          baton
              .tasks()
              .add(
                  request.unique(
                      Unique.whileKept(one + "/k"),
                      chance.nextBoolean()
                          ? Conflict.runAgain()
                          : Conflict.runAgainAlsoFromError()))
              .taskId();
      default -> {
        var submission = baton.tasks().submit(request);
        submission.result().whenComplete((result, error) -> world.simulation().line(() -> "told"));
        yield submission.taskId();
      }
    };
  }

  private void ask(UUID id) {
    if (chance.nextBoolean()) {
      baton.tasks().handle(NOTED, id).progress();
      baton.operations().task(id).content();
    } else {
      baton.tasks().handle(NOTED, id).result();
    }
  }
}

package dev.baton.tck.simulation;

import dev.baton.Baton;
import dev.baton.operate.AuditFilter;
import dev.baton.operate.Operations;
import dev.baton.operate.StuckAfter;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.operate.statistics.SeriesFilter;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Simulated people who read tasks and their results. */
final class Readers {
  private static final int PAGE = 20;

  private final World world;
  private final Baton baton;
  private final Chance chance;

  Readers(World world, Member member) {
    this.world = world;
    this.baton = member.baton();
    this.chance = member.node().chance().split();
  }

  void run(int most) {
    for (int i = 0; i < most && !world.isCalm(); i++) {
      world.simulation().pass(chance.millis(50, 600));
      try {
        look();
      } catch (RuntimeException asReadersMeetThem) {
        world.simulation().line(() -> "the reader gets " + asReadersMeetThem.getMessage());
      }
    }
  }

  private void look() {
    Operations operations = baton.operations();
    List<UUID> ids = List.copyOf(world.history().rows().keySet());
    UUID one = ids.isEmpty() ? new UUID(1, 1) : chance.oneOf(ids);
    switch (chance.nextInt(12)) {
      case 9, 10, 11 -> operations.task(ready(one)).explain();
      case 0, 1, 2 -> find(operations, filter(one));
      case 3 -> operations.task(ready(one)).explain();
      case 4 -> operations.task(one).attempts();
      case 5 -> {
        operations.find(one);
        operations.task(one).related();
      }
      case 6 ->
          operations
              .audit(chance.nextBoolean() ? AuditFilter.all().task(one) : AuditFilter.all())
              .page(PAGE);
      case 7 -> {
        baton.statistics().counts();
        baton.statistics().oldestReady();
        baton.statistics().stuck();
        baton.statistics().failing();
        baton.statistics().limits();
        baton.statistics().series(SeriesFilter.last(Duration.ofHours(1)));
      }
      default -> {
        baton.schedules().list().page(PAGE).items();
        baton.cluster().nodes();
      }
    }
  }

  /** Checks that a task with the label also has the key and shows the label. */
  private void find(Operations operations, TaskFilter filter) {
    for (TaskInfo task : operations.search(filter).page(PAGE).items()) {
      String label = task.labels().get(Callers.KEY_LABEL);
      boolean wrong = label == null ? !filter.labels().isEmpty() : !task.key().equals(label);
      if (wrong) {
        world.violations().report("task " + task.id() + " has the labels " + task.labels());
      }
    }
  }

  /** Returns a task that could start but for a limit, or else the given one. */
  private UUID ready(UUID otherwise) {
    List<UUID> ready =
        world
            .history()
            .ids(
                row -> {
                  Task live = row.live();
                  return live != null
                      && live.position().status() == Status.READY
                      && LimitCheck.isLimited(live.spec().type());
                });
    return ready.isEmpty() ? otherwise : chance.oneOf(ready);
  }

  private TaskFilter filter(UUID one) {
    return switch (chance.nextInt(9)) {
      case 8 -> TaskFilter.all().stuck(StuckAfter.defaults());
      case 0 -> TaskFilter.all().ids(Set.of(one));
      case 1 -> TaskFilter.all().type(Types.MONEY);
      case 2 -> TaskFilter.all().typePrefix("ASK").oldestFirst();
      case 3 -> TaskFilter.all().status(Status.ERROR);
      case 4 -> TaskFilter.all().status(Status.DONE).type(Types.PLAIN);
      case 5 -> TaskFilter.all().correlation(one);
      case 6 -> TaskFilter.all().parent(one);
      default ->
          one.getLeastSignificantBits() % 2 == 0
              ? TaskFilter.all().key("k1")
              : TaskFilter.all().label(Callers.KEY_LABEL, "k1");
    };
  }
}

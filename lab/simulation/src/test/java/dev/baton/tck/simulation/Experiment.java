package dev.baton.tck.simulation;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.cluster.BucketOptions;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** One run of a seed: starts a cluster, injects faults, ends the faults and checks the rows. */
final class Experiment {
  private static final Duration PEACE = Duration.ofSeconds(90);
  private static final Duration LOOK_EVERY = Duration.ofMillis(250);
  private static final Duration QUIET = Duration.ofSeconds(20);

  private static final int SLOW_OF = 9;
  private static final int SLOW_REST = 4;
  private static final int TURNS_OF = 16;
  private static final int TURNS_REST = 9;

  /** The first seed with workflows. */
  static final long WORK_SEEDS = 10_000_000;

  private final World world;

  private Experiment(World world) {
    this.world = world;
  }

  /** Runs the seed. Keeping lines of the trace makes it much slower. */
  static Report run(long seed, Sabotage sabotage, int traceLines) {
    return run(MemoryGround::new, seed, sabotage, traceLines);
  }

  /** Runs the seed on rows of this kind. */
  static Report run(Ground.Kind kind, long seed, Sabotage sabotage, int traceLines) {
    return run(kind, seed, sabotage, traceLines, Long.MAX_VALUE);
  }

  /** Runs the seed until that many steps are made. */
  static Report run(
      Ground.Kind kind, long seed, Sabotage sabotage, int traceLines, long mostSteps) {
    Chance chance = new Chance(seed ^ 0x5EED);
    Torment torment = Torment.of(seed);
    Scenario any = Scenario.of(chance);
    // Half of the seeds have no other fault by which a live node could lose a task.
    boolean isGentle = torment.mayBeGentle() && seed % 2 == 0;
    Scenario drawn = isGentle && any.mood() == Scenario.Mood.WILD ? any.gentle() : any;
    if (torment == Torment.THROWN && any.mood() == Scenario.Mood.MILD) {
      drawn = any.harsh();
    }
    boolean flood = kind.floods() && drawn.mood() != Scenario.Mood.CALM && seed % 3 == 0;
    // A failover could undo the end of a child, but not what its parent has seen of it.
    Scenario among = kind.isCore() || hasWork(seed) ? drawn.ofCore() : drawn;
    Scenario scenario = flood ? among.flooded() : among;
    World[] world = new World[1];
    List<String> broken = new ArrayList<>();
    Trace trace = new Trace(traceLines);
    Simulation[] kept = new Simulation[1];
    try {
      Simulation.run(
          seed,
          trace,
          simulation -> {
            kept[0] = simulation;
            world[0] = new World(simulation, scenario, sabotage, kind);
            world[0].writesEachIn(slowness(seed));
            // Exceptions delay the end of crowds for longer than the calm phase lasts.
            boolean crowds = torment != Torment.THROWN && takesTurns(seed);
            world[0].takesTurns(!kind.isCore() && crowds);
            world[0].hasWork(world[0].hasNotes() && hasWork(seed));
            world[0].work().cancelsChildren(seed % 2 == 1);
            world[0].torment(torment);
            world[0].endAfter(mostSteps);
            new Experiment(world[0]).run(chance);
          });
    } catch (Exception | Error unexpected) {
      if (world[0] == null) {
        throw new IllegalStateException("The simulated world could not be created", unexpected);
      }
      broken.add("the experiment failed: " + unexpected);
    } finally {
      if (world[0] != null) {
        world[0].ground().close();
      }
    }
    World w = world[0];
    broken.addAll(w.violations().all());
    broken.addAll(w.database().ownCircles());
    broken.addAll(kept[0].deaths());
    return new Report(
        seed,
        scenario.mood() + (flood ? ", flooded," : "") + " of " + scenario.nodes() + " nodes",
        kept[0].steps(),
        w.database().faultCount(),
        w.history().tasks(),
        w.runs().count(),
        kept[0].nowNanos() / 1_000_000,
        trace.hash(),
        w.met(),
        broken,
        trace.lines());
  }

  /**
   * Returns the slowness of every ninth seed. It is drawn separately, so that the other seeds keep
   * their histories.
   */
  private static Duration slowness(long seed) {
    boolean isSlow = seed % SLOW_OF == SLOW_REST;
    return isSlow ? new Chance(seed ^ 0x510).millis(50, 500) : Duration.ZERO;
  }

  /** Returns whether the run has workflows, on a store that keeps steps. */
  static boolean hasWork(long seed) {
    return seed / WORK_SEEDS == 1;
  }

  /** Returns whether the run has a type whose keys take turns. No noted seed has one. */
  static boolean takesTurns(long seed) {
    return seed % TURNS_OF == 0 || seed % TURNS_OF == TURNS_REST;
  }

  /** Returns whether outcomes wait to be written while no lease may be lost by the wait. */
  static boolean isSlowAndMild(long seed) {
    return seed % SLOW_OF == SLOW_REST
        && Scenario.of(new Chance(seed ^ 0x5EED)).mood() == Scenario.Mood.MILD;
  }

  private void run(Chance chance) {
    int nodes = world.scenario().nodes();
    for (int i = 1; i <= nodes; i++) {
      boolean client = world.scenario().withClient() && i > 1 && i == nodes;
      world.members().add(new Member(world, "n" + i, client));
    }
    switch (world.scenario().mood()) {
      case CALM -> order(chance);
      case MILD -> torment(Faults.mild(chance));
      case WILD -> {
        world.hardenTables(chance);
        torment(Faults.wild(chance));
      }
    }
  }

  private void torment(Faults faults) {
    world.members().forEach(member -> Nodes.start(world, member));
    world.simulation().pass(Duration.ofMillis(50));
    // After a false notice of leadership, another node would do what the leader can't.
    boolean leads = world.torment() == Torment.FAILING_VERB;
    world.database().faults(leads ? faults.withTrueLeads() : faults);
    new Chaos(world).run(world.scenario().chaos());
    world.calmDown();
    if (world.takesTurns()) {
      lastCrowd();
    }
    endAll();
  }

  /** Adds a last crowd of keys that take turns, on the first running node. */
  private void lastCrowd() {
    for (Member member : world.members()) {
      if (member.isUp()) {
        member.node().start("last-crowd", () -> new Callers(world, member).crowd());
        return;
      }
    }
  }

  /** Waits until every task that can end has ended, and reports those that remain. */
  private void endAll() {
    SimulatedDatabase database = world.database();
    // A task that became due by a clock that was ahead is due when the clock shows that time again.
    Duration ahead = Duration.between(database.now(), database.latest());
    Duration peace = PEACE.plus(ahead);
    long end = world.simulation().after(peace);
    List<UUID> open = open();
    int fewest = open.size();
    while ((!open.isEmpty() || !allUp() || !world.ticks().areOver()) && !world.isOver()) {
      if (world.simulation().nowNanos() >= end) {
        world
            .violations()
            .report(
                open.isEmpty()
                    ? "the schedule never catches up: " + world.ticks()
                    : open.size() + " tasks never end: " + world.history().rows().get(open.get(0)));
        return;
      }
      world.pauses().resumeAll(world.database());
      world.ticks().endWhenCaughtUp();
      for (Member member : world.members()) {
        if (!member.isUp() && !member.isStarting()) {
          member.start(true);
        } else if (member.isUp()
            && !member.isClient()
            && !member.baton().isBucketRunning(Types.SIDE_BUCKET)) {
          Nodes.startBucket(world, member);
        }
      }
      world.simulation().pass(LOOK_EVERY);
      sendToAll();
      open = open();
      if (open.size() < fewest) {
        // A crowd whose keys take turns may need longer than the calm phase, but it ends.
        fewest = open.size();
        end = world.simulation().after(peace);
      }
    }
    if (!world.isOver()) {
      world.effects().checkAll();
      world.waits().checkAll();
      world.orders().checkAll();
      world.work().checkAll();
      world.ticks().checkAll();
      compareWithTheDatabase();
      world.members().forEach(this::mustBeEmpty);
      world.members().forEach(this::mustStop);
    }
  }

  private void sendToAll() {
    Member sender = world.members().get(0);
    if (!world.mail().waiting(world.database().now()).isEmpty() && sender.isUp()) {
      sender.node().start("last-sender", () -> new Senders(world, sender).sendToAll());
      world.simulation().pass(LOOK_EVERY);
    }
  }

  private boolean allUp() {
    return world.members().stream().allMatch(Member::isUp);
  }

  /** Returns the tasks that must still end by themselves. */
  private List<UUID> open() {
    List<UUID> open = new ArrayList<>();
    for (Map.Entry<UUID, History.Row> entry : world.history().rows().entrySet()) {
      Task live = entry.getValue().live();
      if (live != null && (live.position().status().hasAlarm() || world.waits().isToHear(live))) {
        open.add(entry.getKey());
      }
    }
    return open;
  }

  private void compareWithTheDatabase() {
    Map<UUID, History.Row> current = world.history().current();
    world
        .history()
        .rows()
        .forEach(
            (id, row) -> {
              History.Row now = current.getOrDefault(id, History.Row.GONE);
              FinishedTask finished = row.finished();
              boolean pruned =
                  now.isGone()
                      && finished != null
                      && !finished.keepUntil().isAfter(world.database().latest());
              if (!now.equals(row) && !pruned) {
                world.violations().report("a row changed without a recorded change: " + row);
              }
            });
    world.database().orphans().forEach(world.violations()::report);
    if (!world.history().rows().keySet().containsAll(current.keySet())) {
      world.violations().report("a row appeared without a recorded change");
    }
  }

  private void mustBeEmpty(Member member) {
    long end = world.simulation().after(QUIET);
    while (member.baton().leasedTasks() > 0 || member.baton().slotsInUse() > 0) {
      if (world.simulation().nowNanos() >= end) {
        world
            .violations()
            .report(
                member.node()
                    + " still has "
                    + member.baton().leasedTasks()
                    + " tasks and "
                    + member.baton().slotsInUse()
                    + " slots");
        return;
      }
      world.simulation().pass(LOOK_EVERY);
    }
    for (SlotCount count : member.slots()) {
      if (count.held() != 0) {
        world.violations().report("slots lost: " + count.held() + " of " + count);
      }
    }
  }

  private void mustStop(Member member) {
    boolean[] stopped = new boolean[1];
    SimulatedNode node = member.node();
    node.start(
        "shutdown",
        () -> {
          try {
            stopped[0] = member.baton().stop(Duration.ofSeconds(5));
          } catch (InterruptedException impossible) {
            throw new IllegalStateException(impossible);
          }
        });
    long end = world.simulation().after(QUIET);
    while (!stopped[0] && world.simulation().nowNanos() < end) {
      world.simulation().pass(LOOK_EVERY);
    }
    if (!stopped[0]) {
      world.violations().report(node + " doesn't stop");
    }
  }

  /**
   * Checks the order with one slot and no faults: higher priority first, then the earlier task
   * first.
   */
  private void order(Chance chance) {
    Member member = world.members().get(0);
    member.start(false);
    world.simulation().pass(Duration.ofSeconds(1));
    SimulatedNode node = member.node();
    world.calmDown();
    List<Ordered> added = new ArrayList<>();
    node.start(
        "caller",
        () -> {
          for (int i = chance.between(10, 60); i > 0; i--) {
            String type = chance.oneOf(List.of(Types.PLAIN, Types.KEYED, Types.MONEY, Types.ASYNC));
            int priority = chance.between(0, 3);
            // If the rows are far away, a node fetches one flow while the next task of another
            // starts.
            TaskRequest<?, ?> request =
                world.isCore()
                    ? TaskRequest.of(TaskType.of(Types.PLAIN)).priority(priority)
                    : TaskRequest.of(TaskType.of(type))
                        .priority(priority)
                        .key("k" + chance.nextInt(3));
            UUID id = member.baton().tasks().add(request).taskId();
            added.add(new Ordered(id, priority));
          }
          member.baton().startBucket(BucketOptions.DEFAULT);
        });
    world.simulation().pass(Duration.ofSeconds(2));
    endAll();
    if (!world.violations().any()) {
      checkOrder(added);
    }
  }

  private record Ordered(UUID id, int priority) {}

  private void checkOrder(List<Ordered> added) {
    List<UUID> wanted = new ArrayList<>();
    for (int priority = 0; priority < 4; priority++) {
      for (Ordered one : added) {
        if (one.priority() == priority) {
          wanted.add(one.id());
        }
      }
    }
    List<UUID> started = world.runs().inOrder();
    started.retainAll(wanted);
    if (!started.equals(wanted)) {
      world.violations().report("run in the order " + started + " instead of " + wanted);
    }
  }
}

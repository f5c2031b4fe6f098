package dev.baton.tck.simulation;

import dev.baton.Baton;
import dev.baton.tck.simulation.Scenario.Dangers;
import dev.baton.tck.simulation.sql.Trouble;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Lets nodes crash, stand still, stop and start, and the database go away or back in time. */
final class Chaos {
  /** Within this time each node compares the database's clock with its own. */
  private static final Duration CLOCK_KNOWN = Duration.ofSeconds(12);

  private final World world;
  private final Chance chance;
  private final Dangers dangers;
  private final List<SimulatedDatabase.Snapshot> snapshots = new ArrayList<>();

  Chaos(World world) {
    this.world = world;
    this.chance = world.simulation().chance().split();
    this.dangers = world.scenario().dangers();
  }

  /** Runs on the root thread until the time is over. */
  void run(Duration howLong) {
    long end = world.simulation().after(howLong);
    while (world.simulation().nowNanos() < end && !world.isOver()) {
      world.simulation().pass(chance.millis(50, 1_500));
      takeCareOfTheFallen();
      if (world.torment() == Torment.CLOCK_JUMPS && chance.happens(0.2)) {
        putClock();
      }
      if (dangers.failovers() && chance.happens(0.5)) {
        snapshots.add(world.database().snapshot());
      }
      Member member = chance.oneOf(world.members());
      if (member.isUp()) {
        strike(member);
      }
    }
  }

  /** By seconds as often as by minutes. */
  private void putClock() {
    long since = world.simulation().nowNanos() - world.database().clockPutNanos();
    if (world.scenario().mood() == Scenario.Mood.MILD && since < CLOCK_KNOWN.toNanos()) {
      // Put back and then forward before a node looks, it seems to have been put back alone.
      return;
    }
    Duration by = chance.millis(500, chance.oneOf(List.of(2_000, 10_000, 60_000, 300_000)));
    world.database().putClock(chance.nextBoolean() ? by : by.negated());
    world.met(Trouble.CLOCK_JUMP);
  }

  private void takeCareOfTheFallen() {
    for (Member member : world.members()) {
      if (!member.isUp() && !member.isStarting() && chance.happens(0.5)) {
        Nodes.start(world, member);
      }
    }
  }

  private void strike(Member member) {
    SimulatedNode node = member.node();
    switch (chance.nextInt(9)) {
      case 0 -> {
        if (dangers.crashes()) {
          world.database().countFault();
          node.crash();
        }
      }
      case 1, 2 -> {
        if (dangers.pauses()) {
          world.database().countFault();
          Duration lease = world.scenario().settings().lease();
          node.pause(lease.multipliedBy(chance.between(1, 5)).dividedBy(2));
        }
      }
      case 3 -> {
        if (dangers.outages()) {
          world.database().goAway(chance.millis(100, 4_000));
        }
      }
      case 4 -> {
        if (dangers.failovers() && !snapshots.isEmpty()) {
          int back = Math.max(0, snapshots.size() - chance.between(1, 3));
          world.database().failOver(snapshots.get(back));
          snapshots.subList(back + 1, snapshots.size()).clear();
        }
      }
      case 5 -> {
        if (dangers.restarts()) {
          world.database().countFault();
          Nodes.stop(world, member, chance.millis(0, 2_000));
        }
      }
      case 6 -> node.stepWallClock(Duration.ofSeconds(chance.between(-7_200, 7_200)));
      case 7 -> {
        if (dangers.bucketStops() && !member.isClient()) {
          Baton baton = member.baton();
          node.start(
              "ops",
              () -> {
                baton.stopBucket(Types.SIDE_BUCKET);
                world.buckets().stopped(node);
              });
        }
      }
      default -> {
        if (dangers.bucketStops() && !member.isClient()) {
          Nodes.startBucket(world, member);
        }
      }
    }
  }
}

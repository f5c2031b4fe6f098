package dev.baton.tck.simulation;

import dev.baton.Baton;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.tck.simulation.Scenario.Dangers;
import dev.baton.tck.simulation.sql.Trouble;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Makes nodes crash, freeze, stop and start, and makes the database unavailable or moves it back in
 * time.
 */
final class Chaos {
  /** Time after which another node has taken over and done a duty that one node can't do. */
  private static final Duration SEEN_TO = Duration.ofSeconds(7);

  private static final List<Verb> VERBS =
      List.of(
          Verb.CLAIM,
          Verb.APPLY,
          Verb.RENEW,
          Verb.FETCH,
          Verb.SCAN,
          Verb.FIRST_OF_EACH_FLOW,
          Verb.DUE,
          Verb.OVERDUE,
          Verb.LEAD,
          Verb.BEAT,
          Verb.PAUSES,
          Verb.FIND);

  private final World world;
  private final Chance chance;
  private final Dangers dangers;
  private boolean failsForGood;
  private long failedNanos;
  private final List<SimulatedDatabase.Snapshot> snapshots = new ArrayList<>();

  Chaos(World world) {
    this.world = world;
    this.chance = world.simulation().chance().split();
    this.dangers = world.scenario().dangers();
  }

  /** Runs on the root thread until this time is over. */
  void run(Duration howLong) {
    long end = world.simulation().after(howLong);
    while (world.simulation().nowNanos() < end && !world.isOver()) {
      world.simulation().pass(chance.millis(50, 1_500));
      takeCareOfTheFallen();
      if (world.torment() == Torment.CLOCK_JUMPS && chance.happens(0.2)) {
        putClock();
      }
      if (world.torment() == Torment.FAILING_VERB && chance.happens(0.3)) {
        failAVerb();
      }
      if (dangers.failovers() && chance.happens(0.5)) {
        snapshots.add(world.database().snapshot());
      }
      Member member = chance.oneOf(world.members());
      if (member.isUp()) {
        strike(member);
      }
    }
    if (failsForGood && since(failedNanos).compareTo(SEEN_TO) > 0) {
      checkDue();
    }
  }

  private Duration since(long nanos) {
    return Duration.ofNanos(world.simulation().nowNanos() - nanos);
  }

  /** Checks that due tasks do not wait for a node that can't process them while others can. */
  private void checkDue() {
    Instant late = world.database().now().minus(SEEN_TO);
    List<UUID> waiting =
        world
            .history()
            .ids(
                row -> {
                  Position at = row.live() == null ? null : row.live().position();
                  return at != null
                      && at.status() == Status.WAITING
                      && at.nextEventAt() != null
                      && at.nextEventAt().isBefore(late);
                });
    if (!waiting.isEmpty()) {
      world.violations().report("due for long, while one node can't process it: " + waiting);
    }
  }

  /**
   * Makes a store call fail on one node for longer than a lease, so that other nodes must do its
   * work.
   */
  private void failAVerb() {
    Member member = chance.oneOf(world.members());
    if (world.scenario().mood() == Scenario.Mood.MILD) {
      failForGood(member);
    } else if (member.isUp()) {
      world.database().fails(member.node(), chance.oneOf(VERBS), chance.millis(500, 8_000));
    }
  }

  /** Without other faults: makes a call fail on one of several servers until the end. */
  private void failForGood(Member member) {
    boolean others = world.members().stream().filter(one -> !one.isClient()).count() > 1;
    if (!failsForGood && others && member.isUp() && !member.isClient()) {
      failsForGood = true;
      failedNanos = world.simulation().nowNanos();
      Verb verb = chance.nextBoolean() ? Verb.DUE : Verb.OVERDUE;
      world.database().fails(member.node(), verb, Duration.ofHours(1));
    }
  }

  /** Moves the clock, by seconds as often as by minutes. */
  private void putClock() {
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

package dev.baton.testkit.simulation;

import dev.baton.Baton;
import dev.baton.testkit.simulation.sql.SqlDatabase;
import java.time.Duration;

/** Starts and stops the nodes of an experiment, with the people and programs that use them. */
final class Nodes {
  private static final int ADDS = 25;
  private static final int ACTIONS = 12;
  private static final int NEWS = 30;

  private Nodes() {}

  /** Starts a node; callers and operators come when it is up. */
  static void start(World world, Member member) {
    member.start(true);
    SimulatedNode node = member.node();
    int callers = world.simulation().chance().between(1, 3);
    for (int i = 0; i < callers; i++) {
      node.start(
          "caller" + i,
          () -> {
            if (awaitUp(world, member, node)) {
              new Callers(world, member).run(ADDS);
            }
          });
    }
    node.start(
        "signaller",
        () -> {
          if (awaitUp(world, member, node)) {
            new Signallers(world, member).run(NEWS);
          }
        });
    if (world.scenario().pausing()) {
      node.start(
          "pauser",
          () -> {
            if (awaitUp(world, member, node)) {
              new Pausers(world, member).run(ACTIONS);
            }
          });
    }
    startAtTheDatabase(world, member, node);
    node.start(
        "operator",
        () -> {
          if (awaitUp(world, member, node)) {
            new Operators(world, member).run(ACTIONS);
          }
        });
  }

  /** Those who have to do with the tables themselves, where there are tables. */
  private static void startAtTheDatabase(World world, Member member, SimulatedNode node) {
    if (world.database() instanceof SqlDatabase tables) {
      node.start(
          "asker",
          () -> {
            if (awaitUp(world, member, node)) {
              new Askers(world, member).run(ADDS);
            }
          });
      node.start(
          "planner",
          () -> {
            if (awaitUp(world, member, node)) {
              new Planners(world, member).run(ACTIONS);
            }
          });
      node.start(
          "sender",
          () -> {
            if (awaitUp(world, member, node)) {
              new Senders(world, member).run(NEWS);
            }
          });
      // Two, so that they also meet each other.
      for (int i = 0; i < 2; i++) {
        node.start(
            "at-the-database" + i,
            () -> {
              if (awaitUp(world, member, node)) {
                new AtTheDatabase(world, tables, member).run(ACTIONS);
              }
            });
      }
      node.start(
          "reader",
          () -> {
            if (awaitUp(world, member, node)) {
              new Readers(world, member).run(NEWS);
            }
          });
    } else {
      node.start(
          "limit-setter",
          () -> {
            if (awaitUp(world, member, node)) {
              new LimitSetters(world, member).run(ACTIONS);
            }
          });
      if (world.hasNotes()) {
        startSenders(world, member, node);
      }
    }
  }

  private static void startSenders(World world, Member member, SimulatedNode node) {
    node.start(
        "asker",
        () -> {
          if (awaitUp(world, member, node)) {
            new Askers(world, member).run(ADDS);
          }
        });
    node.start(
        "sender",
        () -> {
          if (awaitUp(world, member, node)) {
            new Senders(world, member).run(NEWS);
          }
        });
  }

  private static boolean awaitUp(World world, Member member, SimulatedNode node) {
    while (!member.is(node)) {
      world.simulation().pass(Duration.ofMillis(20));
      if (world.isCalm()) {
        return false;
      }
    }
    return true;
  }

  /** Starts its side bucket, as an operator does. */
  static void startBucket(World world, Member member) {
    SimulatedNode node = member.node();
    Baton baton = member.baton();
    node.start(
        "ops",
        () -> {
          world.buckets().starting(node);
          baton.startBucket(Types.SIDE_BUCKET);
          world.buckets().started(node);
        });
  }

  /** Stops the node as an operator does; the place is free at once. */
  static void stop(World world, Member member, Duration patience) {
    SimulatedNode node = member.node();
    Baton baton = member.baton();
    member.forget();
    node.start(
        "shutdown",
        () -> {
          world.buckets().stopping(node);
          try {
            baton.stop(patience);
          } catch (InterruptedException impossible) {
            throw new IllegalStateException(impossible);
          } finally {
            // The process ends: what wasn't done by now isn't done by it.
            node.crash();
          }
        });
  }
}

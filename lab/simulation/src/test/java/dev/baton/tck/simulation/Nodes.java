package dev.baton.tck.simulation;

import dev.baton.Baton;
import dev.baton.tck.simulation.sql.SqlDatabase;
import java.time.Duration;

/** Starts and stops the nodes of an experiment, with the people and programs that use them. */
final class Nodes {
  private static final int ADDS = 25;
  private static final int ACTIONS = 12;
  private static final int NEWS = 30;

  private Nodes() {}

  /** Starts a node. Callers and operators start when it runs. */
  static void start(World world, Member member) {
    member.start(true);
    int callers = world.simulation().chance().between(1, 3);
    for (int i = 0; i < callers; i++) {
      startWhenUp(world, member, "caller" + i, () -> new Callers(world, member).run(ADDS));
    }
    startWhenUp(world, member, "signaller", () -> new Signallers(world, member).run(NEWS));
    if (world.scenario().pausing()) {
      startWhenUp(world, member, "pauser", () -> new Pausers(world, member).run(ACTIONS));
    }
    startAtTheDatabase(world, member);
    startWhenUp(world, member, "operator", () -> new Operators(world, member).run(ACTIONS));
  }

  /** Starts the programs that use the tables directly, if the database has tables. */
  private static void startAtTheDatabase(World world, Member member) {
    if (world.database() instanceof SqlDatabase tables) {
      startWhenUp(world, member, "asker", () -> new Askers(world, member).run(ADDS));
      startWhenUp(world, member, "planner", () -> new Planners(world, member).run(ACTIONS));
      startWhenUp(world, member, "sender", () -> new Senders(world, member).run(NEWS));
      // Two of them, so that they also conflict with each other.
      for (int i = 0; i < 2; i++) {
        startWhenUp(
            world,
            member,
            "at-the-database" + i,
            () -> new AtTheDatabase(world, tables, member).run(ACTIONS));
      }
      startWhenUp(world, member, "reader", () -> new Readers(world, member).run(NEWS));
    } else if (world.isCore()) {
      startWhenUp(world, member, "sender", () -> new Senders(world, member).run(NEWS));
    } else {
      startWhenUp(
          world, member, "limit-setter", () -> new LimitSetters(world, member).run(ACTIONS));
      if (world.hasNotes()) {
        startWhenUp(world, member, "asker", () -> new Askers(world, member).run(ADDS));
        startWhenUp(world, member, "sender", () -> new Senders(world, member).run(NEWS));
      }
    }
  }

  /** Starts a user of the node when the node runs. */
  private static void startWhenUp(World world, Member member, String name, Runnable work) {
    SimulatedNode node = member.node();
    node.start(
        name,
        () -> {
          if (awaitUp(world, member, node)) {
            work.run();
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

  /** Starts the member's side bucket, as an operator does. */
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

  /** Stops the node, as an operator does. The place is free at once. */
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
            // The process ends. The node does no further work.
            node.crash();
          }
        });
  }
}

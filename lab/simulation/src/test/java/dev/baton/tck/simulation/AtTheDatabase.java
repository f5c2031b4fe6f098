package dev.baton.tck.simulation;

import dev.baton.spi.Transactions;
import dev.baton.task.row.Task;
import dev.baton.tck.simulation.sql.SqlDatabase;
import dev.baton.tck.simulation.sql.SqlPeople;
import dev.baton.tck.simulation.sql.Trouble;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/**
 * Simulates other programs and people who work on the tables directly. They lock rows for a while
 * and release them by a commit, a rollback or a savepoint, and they break a row by hand.
 */
final class AtTheDatabase {
  private final World world;
  private final SqlDatabase database;
  private final SimulatedNode node;
  private final Transactions transactions;
  private final Chance chance;

  AtTheDatabase(World world, SqlDatabase database, Member member) {
    this.world = world;
    this.database = database;
    this.node = member.node();
    this.transactions = member.transactions();
    this.chance = member.node().chance().split();
  }

  void run(int most) {
    for (int i = 0; i < most && !world.isCalm(); i++) {
      world.simulation().pass(chance.millis(50, 1_500));
      List<UUID> live = live();
      if (live.isEmpty()) {
        continue;
      }
      try {
        if (chance.happens(0.3)) {
          breakByHand();
        } else if (chance.happens(0.1)) {
          transactions.call(SqlPeople::ageLimits);
        } else {
          lock(live);
        }
      } catch (Exception asTheyMeetThem) {
        world.simulation().line(() -> "at the database: " + asTheyMeetThem.getMessage());
      }
    }
  }

  private List<UUID> live() {
    return world.history().ids(row -> row.live() != null);
  }

  private void lock(List<UUID> live) throws Exception {
    List<UUID> some = new ArrayList<>();
    for (int i = chance.between(1, 40); i > 0; i--) {
      some.add(chance.oneOf(live));
    }
    boolean mild = world.scenario().mood() == Scenario.Mood.MILD;
    if (mild) {
      // Two that lock in random order may wait for each other until the lock timeout, several times
      // in a row, and keep a row locked for a lease.
      some.sort(Comparator.comparing(UUID::toString));
    }
    Duration lease = world.scenario().settings().lease();
    // A row that stays locked for a lease makes the running task's holder lose the lease.
    Duration held = mild ? chance.millis(0, 100) : chance.millis(0, (int) lease.toMillis() * 3 / 2);
    int end = chance.nextInt(3);
    transactions.call(
        transaction -> {
          Runnable goBack = database.savepoint(transaction);
          // In random order in all other worlds: the stores, which lock in order, meet such
          // programs.
          SqlPeople.lock(transaction, some.subList(0, some.size() / 2 + 1));
          world.simulation().pass(chance.millis(0, 40));
          SqlPeople.lock(transaction, some.subList(some.size() / 2, some.size()));
          world.simulation().pass(held);
          if (end < 2) {
            database.met(Trouble.LOCKED_AND_LET_GO);
          }
          if (end == 0) {
            throw new Mishap("rolled back after locking only");
          }
          if (end == 1) {
            goBack.run();
            world.simulation().pass(chance.millis(0, 50));
          }
          return true;
        });
  }

  /** Breaks only a task that no node owns. The row of a running task belongs to its holder. */
  private void breakByHand() throws Exception {
    List<UUID> resting =
        world
            .history()
            .ids(
                row -> {
                  Task task = row.live();
                  return task != null
                      && task.spec().type().equals(Types.SHAKY)
                      && task.position().owner() == null;
                });
    if (resting.isEmpty()) {
      return;
    }
    UUID id = chance.oneOf(resting);
    world.history().brokenByHand(id);
    SimulatedThread self = world.simulation().running();
    world.history().operator(self, true);
    try {
      String how = chance.nextBoolean() ? "priority = 10" : "context = 'no context'";
      if (transactions.call(transaction -> SqlPeople.edit(transaction, id, how))) {
        database.countFault();
        database.met(Trouble.EDITED_BY_HAND);
      }
    } finally {
      world.history().operator(self, false);
    }
  }
}

package dev.baton.jdbc.task;

import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.Statements;
import dev.baton.spi.core.IdOrder;
import dev.baton.task.Candidate;
import dev.baton.task.rule.WaitState;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Removes the waits of finished tasks, and reports missed ends to waiters: ends of tasks that were
 * removed by hand, and of tasks behind many that were cancelled before their turn. Thread-safe;
 * meant for one thread.
 *
 * <p>A pass reads some pages of each table and remembers its position, so its work doesn't grow
 * with the number of waiting tasks. Each page is a separate transaction.
 */
final class WaitPruner {
  private static final int EARLY = WaitState.ENDED_EARLY.code();
  private static final UUID FIRST = new UUID(0, 0);

  /** Number of pages of each table that a pass reads while it finds little to do. */
  private static final int MIN_PAGES = 4;

  /** Maximum number of pages that it reads while it finds much to do. */
  private static final int MAX_PAGES = 20;

  private final Database database;
  private final Statements statements;
  private final WaitWriter writer;
  private volatile UUID nextWaiter = FIRST;
  private volatile UUID nextWait = FIRST;

  /**
   * The missed ends that the previous page found. If they are found again, they can't be settled
   * now, and the walk moves past them.
   */
  private volatile List<UUID> missed = List.of();

  WaitPruner(Database database, Statements statements, WaitWriter writer) {
    this.database = database;
    this.statements = statements;
    this.writer = writer;
  }

  /**
   * Makes one pass.
   *
   * @param limit the rows of a page
   * @return tasks that no longer wait
   */
  List<Candidate> prune(int limit) {
    walk(() -> forgetPage(limit));
    List<Candidate> released = new ArrayList<>();
    walk(() -> tellPage(limit, released));
    return released;
  }

  private static void walk(Supplier<Found> page) {
    Found last = Found.MUCH;
    for (int read = 0; read < MAX_PAGES && last != Found.END; read++) {
      if (last == Found.LITTLE && read >= MIN_PAGES) {
        return;
      }
      last = page.get();
    }
  }

  private Found forgetPage(int limit) {
    UUID from = nextWaiter;
    Forgotten forgotten = database.transaction("Forgetting waits", c -> forget(c, from, limit));
    nextWaiter = forgotten.next();
    return Found.of(forgotten.count() > limit / 2, nextWaiter.equals(FIRST));
  }

  private Found tellPage(int limit, List<Candidate> released) {
    UUID from = nextWait;
    Told told = database.transaction("Reporting missed ends to waiters", c -> tell(c, from, limit));
    released.addAll(told.released());
    // More missed ends may follow from these, so read the same page again.
    boolean again = !told.missed().isEmpty() && !told.missed().equals(missed);
    missed = told.missed();
    nextWait = again ? from : told.next();
    return Found.of(again, nextWait.equals(FIRST) && !again);
  }

  private Forgotten forget(Connection connection, UUID from, int limit) throws SQLException {
    List<Waiter> page =
        statements.query(
            connection,
            "next-waiters",
            b -> b.uuid(from).small(limit),
            row -> new Waiter(statements.id(row, 1), row.getInt(2) == EARLY));
    // Tasks that ended before their turn are kept, since others still wait for them.
    List<UUID> dead =
        gone(connection, page.stream().filter(w -> !w.endedEarly()).map(Waiter::id).toList());
    statements.updateIds(connection, "forget-waits", dead);
    statements.updateIds(connection, "forget-waiters", dead);
    return new Forgotten(dead.size(), page.size() < limit ? FIRST : page.get(page.size() - 1).id());
  }

  private Told tell(Connection connection, UUID from, int limit) throws SQLException {
    List<Wait> page =
        statements.query(
            connection,
            "next-waits",
            b -> b.uuid(from).small(limit),
            row -> new Wait(statements.id(row, 1), row.getBoolean(2)));
    // A task that ends before its turn doesn't release the tasks behind it in its order.
    List<UUID> found = gone(connection, page.stream().filter(Wait::isOpen).map(Wait::on).toList());
    List<Candidate> released = found.isEmpty() ? List.of() : writer.tellEnds(connection, found);
    return new Told(released, found, page.size() < limit ? FIRST : last(page));
  }

  /**
   * Returns the last task whose waits are all on the page, or the only task. All waiters of a task
   * are notified at once, so the first waits of a task show whether its end was missed.
   */
  private static UUID last(List<Wait> page) {
    UUID cut = page.get(page.size() - 1).on();
    UUID whole = cut;
    for (Wait wait : page) {
      if (!wait.on().equals(cut)) {
        whole = wait.on();
      }
    }
    return whole;
  }

  private List<UUID> gone(Connection connection, Collection<UUID> ids) throws SQLException {
    List<UUID> sorted = IdOrder.sorted(new HashSet<>(ids));
    Set<UUID> live =
        new HashSet<>(
            statements.byIds(connection, "read-live", sorted, row -> statements.id(row, 1)));
    return sorted.stream().filter(id -> !live.contains(id)).toList();
  }

  /** The amount of work found on a page. */
  private enum Found {
    MUCH,
    LITTLE,
    /** The table has no further page. */
    END;

    static Found of(boolean much, boolean atEnd) {
      if (atEnd) {
        return END;
      }
      return much ? MUCH : LITTLE;
    }
  }

  /** A waiter and whether it ended before its turn. */
  private record Waiter(UUID id, boolean endedEarly) {}

  /** A task that is waited for, and whether its end hasn't been reported yet. */
  private record Wait(UUID on, boolean isOpen) {}

  /** The number of waiters removed from a page, and where the next page begins. */
  private record Forgotten(int count, UUID next) {}

  /** The missed ends of a page, the tasks that no longer wait, and where the next page begins. */
  private record Told(List<Candidate> released, List<UUID> missed, UUID next) {}
}

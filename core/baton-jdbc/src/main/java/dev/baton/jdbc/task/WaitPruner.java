package dev.baton.jdbc.task;

import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.Statements;
import dev.baton.spi.core.IdOrder;
import dev.baton.task.row.Candidate;
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
 * Removes waits that are no longer needed. It also notifies waiting tasks of ends that they have
 * missed. Such ends are those of tasks that were deleted by hand, and of tasks after many others
 * that were cancelled before their turn. Thread-safe. Two threads at once would do the same work
 * twice.
 *
 * <p>Each call reads some pages of each table and continues there the next time. So its work
 * doesn't grow with the number of waiting tasks. Each page has its own transaction.
 */
final class WaitPruner {
  private static final int EARLY = WaitState.ENDED_EARLY.code();
  private static final UUID FIRST = new UUID(0, 0);

  /** Number of pages of each table that a call reads if it finds little to do. */
  private static final int MIN_PAGES = 4;

  /** Maximum number of pages that a call reads if it finds much to do. */
  private static final int MAX_PAGES = 20;

  private final Database database;
  private final Statements statements;
  private final WaitWriter writer;
  private volatile UUID nextWaiter = FIRST;
  private volatile UUID nextWait = FIRST;

  /**
   * The missed ends that were found on the previous page. If the same ends are found again, they
   * can't be handled now, and the next page is read.
   */
  private volatile List<UUID> missed = List.of();

  WaitPruner(Database database, Statements statements, WaitWriter writer) {
    this.database = database;
    this.statements = statements;
    this.writer = writer;
  }

  /**
   * Reads some pages of each table.
   *
   * @param limit maximum number of rows on a page
   * @return tasks that no longer wait
   */
  List<Candidate> prune(int limit) {
    walk(() -> forgetPage(limit));
    List<Candidate> released = new ArrayList<>();
    walk(() -> tellPage(limit, released));
    return released;
  }

  private static void walk(Supplier<PageYield> page) {
    PageYield last = PageYield.MUCH;
    for (int read = 0; read < MAX_PAGES && last != PageYield.END; read++) {
      if (last == PageYield.LITTLE && read >= MIN_PAGES) {
        return;
      }
      last = page.get();
    }
  }

  private PageYield forgetPage(int limit) {
    UUID from = nextWaiter;
    Forgotten forgotten = database.transaction("Forgetting waits", c -> forget(c, from, limit));
    nextWaiter = forgotten.next();
    return PageYield.of(forgotten.count() > limit / 2, nextWaiter.equals(FIRST));
  }

  private PageYield tellPage(int limit, List<Candidate> released) {
    UUID from = nextWait;
    Told told = database.transaction("Reporting missed ends to waiters", c -> tell(c, from, limit));
    released.addAll(told.released());
    // These ends may lead to more missed ends, so read the same page again.
    boolean again = !told.missed().isEmpty() && !told.missed().equals(missed);
    missed = told.missed();
    nextWait = again ? from : told.next();
    return PageYield.of(again, nextWait.equals(FIRST) && !again);
  }

  private Forgotten forget(Connection connection, UUID from, int limit) throws SQLException {
    List<PrunedWaiter> page =
        statements.query(
            connection,
            "next-waiters",
            b -> b.uuid(from).small(limit),
            row -> new PrunedWaiter(statements.id(row, 1), row.getInt(2) == EARLY));
    // Keep tasks that ended before their turn, because other tasks still wait for that turn.
    List<UUID> dead =
        gone(connection, page.stream().filter(w -> !w.endedEarly()).map(PrunedWaiter::id).toList());
    statements.updateIds(connection, "forget-waits", dead);
    statements.updateIds(connection, "forget-waiters", dead);
    return new Forgotten(dead.size(), page.size() < limit ? FIRST : page.get(page.size() - 1).id());
  }

  private Told tell(Connection connection, UUID from, int limit) throws SQLException {
    List<PrunedWait> page =
        statements.query(
            connection,
            "next-waits",
            b -> b.uuid(from).small(limit),
            row -> new PrunedWait(statements.id(row, 1), row.getBoolean(2)));
    // A task that ends before its turn doesn't release the tasks after it in its order.
    List<UUID> found =
        gone(connection, page.stream().filter(PrunedWait::isOpen).map(PrunedWait::on).toList());
    List<Candidate> released = found.isEmpty() ? List.of() : writer.tellEnds(connection, found);
    return new Told(released, found, page.size() < limit ? FIRST : last(page));
  }

  /**
   * Returns the last task whose waits are all on this page; if there is only one task, returns that
   * one. All tasks that wait for a task are released at once. So the first of these waits shows
   * whether its end was missed.
   */
  private static UUID last(List<PrunedWait> page) {
    UUID cut = page.get(page.size() - 1).on();
    UUID whole = cut;
    for (PrunedWait wait : page) {
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

  /** The amount of work on a page. */
  private enum PageYield {
    MUCH,
    LITTLE,
    /** No further page follows. */
    END;

    static PageYield of(boolean much, boolean atEnd) {
      if (atEnd) {
        return END;
      }
      return much ? MUCH : LITTLE;
    }
  }

  /** A waiting task. {@code endedEarly} is true if it ended before its turn. */
  private record PrunedWaiter(UUID id, boolean endedEarly) {}

  /** A task that others wait for. {@code isOpen} is true if its end has not been handled yet. */
  private record PrunedWait(UUID on, boolean isOpen) {}

  /** The number of waits that were removed, and where the next page begins. */
  private record Forgotten(int count, UUID next) {}

  /** The tasks that were released, the missed ends on the page, and where the next page begins. */
  private record Told(List<Candidate> released, List<UUID> missed, UUID next) {}
}

package dev.baton.move;

import dev.baton.task.row.TaskKey;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An engine whose tasks are taken over: reads, ends and restores its rows by its own rules.
 * Immutable.
 */
public abstract sealed class OldEngine permits DbScheduler, JobRunr, Quartz, TwTasks {
  private final String name;

  /**
   * @param tables distinguishes it from another engine of the same kind in the database; empty for
   *     the usual names
   */
  OldEngine(String word, String tables) {
    this.name = tables.isEmpty() ? word : word + ":" + tables;
  }

  /** Returns the table's name; empty for the usual one. */
  static String unusual(String table, String usual) {
    return table.equals(usual) ? "" : table;
  }

  /** Returns its name in {@code baton_moved}, which begins with its name on the command line. */
  public final String name() {
    return name;
  }

  /** The rows to read. */
  enum Kind {
    /** Rows that may be taken over. */
    TAKEABLE,
    /** Rows that may be taken over, and rows that seem to be running. */
    RUNNING_TOO,
    /** Finished rows whose ids or keys must stay taken. */
    FINISHED
  }

  /**
   * A request for rows.
   *
   * @param limit number of rows of a page
   * @param lock whether to lock the rows; rows locked by other transactions are then skipped
   * @param since for finished rows, only those that ended after this time
   */
  record Request(Kind kind, int limit, boolean lock, Instant since) {}

  /**
   * A row.
   *
   * @param key the row's key in this engine
   * @param was the row's state in the engine's own terms, to restore it
   * @param fault why it can't be read; null if it can
   */
  record Row(OldTask task, String key, String was, @Nullable String fault) {}

  /** The position where the next page begins, in the engine's own form. */
  interface Place {}

  /**
   * A page of rows.
   *
   * @param next null if there are no more rows
   */
  record Page(List<Row> rows, @Nullable Place next) {}

  /** Reads a page. A page may be empty although there is a next one. */
  abstract Page page(Session session, @Nullable Place from, Request request) throws SQLException;

  /** Ends these locked rows, so that the old engine neither runs them nor considers them new. */
  abstract void end(Session session, List<Row> rows, Instant now) throws SQLException;

  /** Locks the rows that are unchanged since {@link #end}, and returns their keys. */
  abstract Set<String> lockEnded(Session session, List<String> keys) throws SQLException;

  /** Restores these locked rows to their former state. */
  abstract void putBack(Session session, List<Moved> rows, Instant now) throws SQLException;

  /**
   * Returns whether its ids are UUIDs that are never reused; Baton's tasks then have the same ids.
   */
  boolean hasIds() {
    return false;
  }

  /** Returns how long the unique key of a task that was taken over stays taken. */
  abstract TaskKey.KeyRetention retention(Duration keep);

  /**
   * Returns whether ended rows conflict with new rows of the same name. Such rows must be removed
   * when their tasks have ended.
   */
  boolean keepsEndedRows() {
    return false;
  }

  /** Removes rows that were ended. */
  void remove(Session session, List<String> keys) throws SQLException {}
}

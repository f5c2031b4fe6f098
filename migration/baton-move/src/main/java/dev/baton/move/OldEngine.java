package dev.baton.move;

import dev.baton.task.internal.TaskKey;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An engine that tasks are taken over from: how its rows are read, ended and put back by its own
 * rules. Immutable.
 */
public abstract sealed class OldEngine permits DbScheduler, JobRunr, Quartz, TwTasks {
  private final String name;

  /**
   * @param tables what tells it from another of the same kind in the database; empty for the usual
   */
  OldEngine(String word, String tables) {
    this.name = tables.isEmpty() ? word : word + ":" + tables;
  }

  /** Empty for the usual name. */
  static String unusual(String table, String usual) {
    return table.equals(usual) ? "" : table;
  }

  /** What {@code baton_moved} calls it: begins with its word on the command line. */
  public final String name() {
    return name;
  }

  /** Which rows are asked for. */
  enum Kind {
    /** Those that may go over. */
    TAKEABLE,
    /** Those and the ones that look as if they ran. */
    RUNNING_TOO,
    /** Those that have ended and whose ids or keys count. */
    FINISHED
  }

  /**
   * What is asked for.
   *
   * @param limit rows of a page
   * @param lock whether they are locked; those that others have locked are then passed over
   * @param since of finished rows, those that ended after it
   */
  record Request(Kind kind, int limit, boolean lock, Instant since) {}

  /**
   * A row.
   *
   * @param key what names it in this engine
   * @param was how the row stood, in the engine's own terms, for putting it back
   * @param fault why it can't be read; null when it can
   */
  record Row(OldTask task, String key, String was, @Nullable String fault) {}

  /** Where the next page begins: the engine's own. */
  interface Place {}

  /**
   * Some rows.
   *
   * @param next null when there is no more
   */
  record Page(List<Row> rows, @Nullable Place next) {}

  /** Reads some rows. A page may be empty though there is a next one. */
  abstract Page page(Session session, @Nullable Place from, Request request) throws SQLException;

  /** Ends these rows, which are locked: the old engine must not run them, nor take them for new. */
  abstract void end(Session session, List<Row> rows, Instant now) throws SQLException;

  /** Locks those of these rows that are as {@link #end} left them; answers which they are. */
  abstract Set<String> lockEnded(Session session, List<String> keys) throws SQLException;

  /** Brings these, which are locked, back as they were. */
  abstract void putBack(Session session, List<Moved> rows, Instant now) throws SQLException;

  /** Whether its ids are UUIDs that no two tasks have: Baton's tasks then have the same. */
  boolean hasIds() {
    return false;
  }

  /** How long a unique key of a task that went over stays taken. */
  abstract TaskKey.KeyRetention retention(Duration keep);

  /**
   * Whether the rows that were ended stay in the way of new ones of their names, and so must be
   * removed when their tasks have ended.
   */
  boolean keepsEndedRows() {
    return false;
  }

  /** Removes rows that were ended. */
  void remove(Session session, List<String> keys) throws SQLException {}
}

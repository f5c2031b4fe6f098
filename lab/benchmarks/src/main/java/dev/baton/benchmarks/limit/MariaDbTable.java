package dev.baton.benchmarks.limit;

import dev.baton.benchmarks.Job;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The statements of the plain JDBC contender for MariaDB, whose updates return no rows: a
 * transaction reads locked rows and then writes them. Ids are part of the statement's text, and one
 * INSERT has many rows.
 */
final class MariaDbTable implements Table {
  /** Rows of one INSERT: about 300 kB. */
  private static final int ROWS = 1_000;

  private static final String COLUMNS =
      """
        id bigint NOT NULL PRIMARY KEY,
        owner bigint,
        run_at datetime(6) NOT NULL,
        lease_until datetime(6),
        attempts int NOT NULL,
        kind smallint NOT NULL,
        status smallint NOT NULL,
        payload mediumtext NOT NULL,
        KEY job_ready (status, kind, run_at, id)""";

  private static final String FINISHED =
      """
      CREATE TABLE finished (
        id bigint NOT NULL PRIMARY KEY,
        finished_at datetime(6) NOT NULL,
        attempts int NOT NULL,
        kind smallint NOT NULL,
        payload mediumtext NOT NULL
      )""";

  private static final String INSERT =
      "INSERT INTO job (id, run_at, attempts, kind, status, payload) VALUES ";

  private static final String VALUES = "(?, coalesce(?, now(6)), 0, ?, 0, ?)";

  private static final String INSERT_NAMED =
      "INSERT INTO job (id, run_at, attempts, kind, status, payload, unique_key) VALUES ";

  private static final String VALUES_NAMED = "(?, coalesce(?, now(6)), 0, ?, 0, ?, ?)";

  /** Clause that makes an existing row count as none. */
  private static final String UNLESS_THERE = " ON DUPLICATE KEY UPDATE id = id";

  private static final String LOCK_KNOWN =
      "SELECT id FROM job WHERE id IN (%s) AND status = 0 FOR UPDATE SKIP LOCKED";

  private static final String LOCK_NEXT =
      "SELECT id, left(payload, 20), run_at FROM job FORCE INDEX (job_ready) WHERE status = 0"
          + " AND kind = ? AND run_at <= now(6) AND run_at >= ?"
          + " ORDER BY status, kind, run_at, id LIMIT ? FOR UPDATE SKIP LOCKED";

  private static final String CLAIM =
      "UPDATE job SET status = 1, owner = %d, attempts = attempts + 1,"
          + " lease_until = now(6) + INTERVAL 30 SECOND WHERE id IN (%s)";

  private static final String KEEP =
      "INSERT INTO finished (id, finished_at, attempts, kind, payload)"
          + " SELECT id, now(6), attempts, kind, payload FROM job WHERE id IN (%s) AND owner = %d";

  private static final String FORGET = "DELETE FROM job WHERE id IN (%s) AND owner = %d";

  private static final String AGAIN =
      "UPDATE job SET status = 0, owner = NULL, lease_until = NULL"
          + " WHERE id IN (%s) AND owner = %d";

  private final boolean named;

  MariaDbTable(boolean named) {
    this.named = named;
  }

  @Override
  public void create(Connection connection) throws SQLException {
    String key = named ? ", unique_key varchar(250) CHARACTER SET ascii UNIQUE" : "";
    execute(connection, "CREATE TABLE job (" + COLUMNS + key + ")");
    execute(connection, FINISHED);
  }

  @Override
  public boolean insert(Connection connection, long id, @Nullable String key, Job job)
      throws SQLException {
    if (named && isKept(connection, List.of(id))) {
      return false;
    }
    try (PreparedStatement statement = connection.prepareStatement(inserting(1))) {
      bind(statement, 0, id, key, job);
      return statement.executeUpdate() == 1;
    }
  }

  /** Returns whether an id is taken. A kept job also takes its id. */
  private static boolean isKept(Connection connection, List<Long> ids) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT 1 FROM finished WHERE id IN (" + list(ids) + ") LIMIT 1")) {
      return rows.next();
    }
  }

  private String inserting(int rows) {
    String row = named ? VALUES_NAMED : VALUES;
    return (named ? INSERT_NAMED : INSERT)
        + (row + ", ").repeat(rows - 1)
        + row
        + (named ? UNLESS_THERE : "");
  }

  private int bind(PreparedStatement statement, int at, long id, @Nullable String key, Job job)
      throws SQLException {
    Instant runAt = job.runAt();
    int next = at;
    statement.setLong(++next, id);
    statement.setTimestamp(++next, runAt == null ? null : Timestamp.from(runAt));
    statement.setInt(++next, job.kind().ordinal());
    statement.setString(++next, job.payload());
    if (named) {
      statement.setString(++next, key);
    }
    return next;
  }

  @Override
  public void insert(
      Connection connection, List<Long> ids, List<@Nullable String> keys, List<Job> jobs)
      throws SQLException {
    connection.setAutoCommit(false);
    try {
      for (int from = 0; from < jobs.size(); from += ROWS) {
        int to = Math.min(jobs.size(), from + ROWS);
        if (named && isKept(connection, ids.subList(from, to))) {
          throw new IllegalStateException("Some of these jobs were added before");
        }
        try (PreparedStatement statement = connection.prepareStatement(inserting(to - from))) {
          int at = 0;
          for (int i = from; i < to; i++) {
            at = bind(statement, at, ids.get(i), keys.get(i), jobs.get(i));
          }
          statement.executeUpdate();
        }
      }
      connection.commit();
    } finally {
      connection.setAutoCommit(true);
    }
  }

  @Override
  public List<Long> claimKnown(Connection connection, long owner, List<Long> ids)
      throws SQLException {
    connection.setAutoCommit(false);
    List<Long> free = new ArrayList<>(ids.size());
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(LOCK_KNOWN.formatted(list(ids)))) {
      while (rows.next()) {
        free.add(rows.getLong(1));
      }
    }
    claimLocked(connection, owner, free);
    return free;
  }

  @Override
  public Found claimNext(Connection connection, long owner, Job.Kind kind, Instant since, int most)
      throws SQLException {
    connection.setAutoCommit(false);
    List<Claimed> claimed = new ArrayList<>(most);
    Instant last = since;
    try (PreparedStatement statement = connection.prepareStatement(LOCK_NEXT)) {
      statement.setInt(1, kind.ordinal());
      statement.setTimestamp(2, Timestamp.from(since));
      statement.setInt(3, most);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          claimed.add(new Claimed(rows.getLong(1), kind, Job.numberOf(rows.getString(2))));
          Instant arrived = rows.getTimestamp(3).toInstant();
          last = arrived.isAfter(last) ? arrived : last;
        }
      }
    }
    claimLocked(connection, owner, claimed.stream().map(Claimed::id).toList());
    return new Found(claimed, last);
  }

  private static void claimLocked(Connection connection, long owner, List<Long> ids)
      throws SQLException {
    if (!ids.isEmpty()) {
      execute(connection, CLAIM.formatted(owner, list(ids)));
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  @Override
  public void finish(Connection connection, boolean keeps, long owner, List<Long> ids)
      throws SQLException {
    if (!keeps) {
      Table.requireAll(execute(connection, FORGET.formatted(list(ids), owner)), ids);
      return;
    }
    boolean alone = connection.getAutoCommit();
    connection.setAutoCommit(false);
    execute(connection, KEEP.formatted(list(ids), owner));
    Table.requireAll(execute(connection, FORGET.formatted(list(ids), owner)), ids);
    if (alone) {
      connection.commit();
      connection.setAutoCommit(true);
    }
  }

  @Override
  public void again(Connection connection, long owner, List<Long> ids) throws SQLException {
    Table.requireAll(execute(connection, AGAIN.formatted(list(ids), owner)), ids);
  }

  private static String list(List<Long> ids) {
    return ids.stream().map(Object::toString).collect(Collectors.joining(","));
  }

  private static int execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }
}

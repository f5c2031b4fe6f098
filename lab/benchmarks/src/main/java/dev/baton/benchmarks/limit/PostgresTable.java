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
import org.jspecify.annotations.Nullable;

/**
 * The statements of the plain JDBC contender for PostgreSQL: arrays as parameters, rows as results,
 * one statement for each method.
 */
final class PostgresTable implements Table {
  private static final String CREATE =
      """
      CREATE TABLE job (
        id bigint PRIMARY KEY,
        owner bigint,
        run_at timestamptz NOT NULL,
        lease_until timestamptz,
        attempts integer NOT NULL,
        kind smallint NOT NULL,
        status smallint NOT NULL,
        payload text NOT NULL
      ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
        autovacuum_vacuum_cost_delay = 0);
      CREATE INDEX job_ready ON job (kind, run_at, id) WHERE status = 0;
      CREATE TABLE finished (
        id bigint PRIMARY KEY,
        finished_at timestamptz NOT NULL,
        attempts integer NOT NULL,
        kind smallint NOT NULL,
        payload text NOT NULL
      )""";

  private static final String INSERT =
      "INSERT INTO job (id, run_at, attempts, kind, status, payload)"
          + " VALUES (?, coalesce(?, statement_timestamp()), 0, ?, 0, ?)";

  private static final String INSERT_MANY =
      """
      INSERT INTO job (id, run_at, attempts, kind, status, payload)
      SELECT q.id, coalesce(q.run_at, statement_timestamp()), 0, q.kind, 0, q.payload
      FROM unnest(?::bigint[], ?::timestamptz[], ?::smallint[], ?::text[])
        AS q(id, run_at, kind, payload)""";

  private static final String NAMED = "ALTER TABLE job ADD unique_key text UNIQUE";

  /**
   * Inserts jobs with names. An id is taken while its job lives or is kept, a key while its job
   * lives.
   */
  private static final String INSERT_NAMED =
      """
      INSERT INTO job (id, run_at, attempts, kind, status, payload, unique_key)
      SELECT ?, coalesce(?, statement_timestamp()), 0, ?, 0, ?, ?
      WHERE NOT EXISTS (SELECT 1 FROM finished f WHERE f.id = ?) ON CONFLICT DO NOTHING""";

  private static final String INSERT_MANY_NAMED =
      """
      INSERT INTO job (id, run_at, attempts, kind, status, payload, unique_key)
      SELECT q.id, coalesce(q.run_at, statement_timestamp()), 0, q.kind, 0, q.payload, q.unique_key
      FROM unnest(?::bigint[], ?::timestamptz[], ?::smallint[], ?::text[], ?::text[])
        AS q(id, run_at, kind, payload, unique_key)
      WHERE NOT EXISTS (SELECT 1 FROM finished f WHERE f.id = q.id) ON CONFLICT DO NOTHING""";

  private static final String CLAIM =
      """
      UPDATE job j SET status = 1, owner = ?, attempts = j.attempts + 1,
        lease_until = statement_timestamp() + interval '30 s'
      FROM free WHERE j.id = free.id RETURNING j.id, j.kind,""";

  private static final String CLAIM_KNOWN =
      """
      WITH free AS MATERIALIZED (
        SELECT t.id FROM unnest(?::bigint[]) AS q(id) CROSS JOIN LATERAL (
          SELECT b.id FROM job b WHERE b.id = q.id AND b.status + 0 = 0
          FOR NO KEY UPDATE SKIP LOCKED) t)
      """
          + CLAIM
          + " ''";

  private static final String CLAIM_NEXT =
      """
      WITH free AS MATERIALIZED (
        SELECT b.id FROM job b WHERE b.status = 0 AND b.kind = ?
          AND b.run_at <= statement_timestamp() AND b.run_at >= ?
        ORDER BY b.kind, b.run_at, b.id LIMIT ? FOR NO KEY UPDATE SKIP LOCKED)
      """
          + CLAIM
          + " left(j.payload, 20), j.run_at";

  private static final String FORGET = "DELETE FROM job WHERE id = ANY (?) AND owner = ?";

  private static final String KEEP =
      """
      WITH gone AS (
        DELETE FROM job WHERE id = ANY (?) AND owner = ? RETURNING id, attempts, kind, payload)
      INSERT INTO finished (id, finished_at, attempts, kind, payload)
      SELECT id, statement_timestamp(), attempts, kind, payload FROM gone""";

  private static final String AGAIN =
      "UPDATE job SET status = 0, owner = NULL, lease_until = NULL"
          + " WHERE id = ANY (?) AND owner = ?";

  private final boolean named;

  PostgresTable(boolean named) {
    this.named = named;
  }

  @Override
  public void create(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(CREATE);
      if (named) {
        statement.execute(NAMED);
      }
    }
  }

  @Override
  public boolean insert(Connection connection, long id, @Nullable String key, Job job)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(named ? INSERT_NAMED : INSERT)) {
      Instant runAt = job.runAt();
      statement.setLong(1, id);
      statement.setTimestamp(2, runAt == null ? null : Timestamp.from(runAt));
      statement.setShort(3, (short) job.kind().ordinal());
      statement.setString(4, job.payload());
      if (named) {
        statement.setString(5, key);
        statement.setLong(6, id);
      }
      return statement.executeUpdate() == 1;
    }
  }

  @Override
  public void insert(
      Connection connection, List<Long> ids, List<@Nullable String> keys, List<Job> jobs)
      throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(named ? INSERT_MANY_NAMED : INSERT_MANY)) {
      statement.setArray(1, connection.createArrayOf("bigint", ids.toArray()));
      statement.setArray(
          2,
          connection.createArrayOf(
              "timestamptz", jobs.stream().map(Job::runAt).map(PostgresTable::text).toArray()));
      statement.setArray(
          3,
          connection.createArrayOf(
              "smallint", jobs.stream().map(job -> job.kind().ordinal()).toArray()));
      statement.setArray(
          4, connection.createArrayOf("text", jobs.stream().map(Job::payload).toArray()));
      if (named) {
        statement.setArray(5, connection.createArrayOf("text", keys.toArray()));
      }
      statement.executeUpdate();
    }
  }

  private static @Nullable String text(@Nullable Instant time) {
    return time == null ? null : time.toString();
  }

  @Override
  public List<Long> claimKnown(Connection connection, long owner, List<Long> ids)
      throws SQLException {
    List<Long> claimed = new ArrayList<>(ids.size());
    try (PreparedStatement statement = connection.prepareStatement(CLAIM_KNOWN)) {
      statement.setArray(1, connection.createArrayOf("bigint", ids.toArray()));
      statement.setLong(2, owner);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          claimed.add(rows.getLong(1));
        }
      }
    }
    return claimed;
  }

  @Override
  public Found claimNext(Connection connection, long owner, Job.Kind kind, Instant since, int most)
      throws SQLException {
    List<Claimed> claimed = new ArrayList<>(most);
    Instant last = since;
    try (PreparedStatement statement = connection.prepareStatement(CLAIM_NEXT)) {
      statement.setShort(1, (short) kind.ordinal());
      statement.setTimestamp(2, Timestamp.from(since));
      statement.setInt(3, most);
      statement.setLong(4, owner);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          claimed.add(new Claimed(rows.getLong(1), kind, Job.numberOf(rows.getString(3))));
          Instant arrived = rows.getTimestamp(4).toInstant();
          last = arrived.isAfter(last) ? arrived : last;
        }
      }
    }
    return new Found(claimed, last);
  }

  @Override
  public void finish(Connection connection, boolean keeps, long owner, List<Long> ids)
      throws SQLException {
    change(connection, keeps ? KEEP : FORGET, owner, ids);
  }

  @Override
  public void again(Connection connection, long owner, List<Long> ids) throws SQLException {
    change(connection, AGAIN, owner, ids);
  }

  private static void change(Connection connection, String sql, long owner, List<Long> ids)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setArray(1, connection.createArrayOf("bigint", ids.toArray()));
      statement.setLong(2, owner);
      Table.requireAll(statement.executeUpdate(), ids);
    }
  }
}

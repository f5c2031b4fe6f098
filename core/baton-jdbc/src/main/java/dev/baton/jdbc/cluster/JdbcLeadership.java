package dev.baton.jdbc.cluster;

import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.Statements;
import dev.baton.spi.Leadership;
import dev.baton.task.internal.Texts;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * Keeps one row per duty in {@code baton_leader}. A node takes or keeps a duty with one
 * compare-and-set, by the database's clock. Thread-safe.
 */
public final class JdbcLeadership implements Leadership {
  private static final Duration TERM = Duration.ofSeconds(5);

  private static final Duration LONGEST = Duration.ofDays(1);

  private final Database database;
  private final Statements statements;
  private final Duration term;

  private JdbcLeadership(Database database, Duration term) {
    this.database = database;
    this.statements = database.statements();
    this.term = term;
  }

  /** Returns a leadership with terms of five seconds. */
  public static JdbcLeadership of(DataSource dataSource) {
    return of(dataSource, TERM);
  }

  /**
   * Returns a leadership with terms of this length. If the leader dies, no node may have the duty
   * for up to one term.
   */
  public static JdbcLeadership of(DataSource dataSource, Duration term) {
    if (term.isNegative() || term.isZero() || term.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "A term must be positive and at most a day, not " + Texts.duration(term));
    }
    return new JdbcLeadership(Database.of(dataSource), term);
  }

  /** Returns a leadership with terms of five seconds on an open database. */
  public static JdbcLeadership on(Database database) {
    return new JdbcLeadership(database, TERM);
  }

  @Override
  public Optional<Duration> lead(String duty, UUID node) {
    boolean leads =
        database.statement(
            "Acquiring the leadership of " + duty,
            connection -> acquireOrRenew(connection, duty, node));
    return leads ? Optional.of(term) : Optional.empty();
  }

  private boolean acquireOrRenew(Connection connection, String duty, UUID node)
      throws SQLException {
    return database.dialect().hasUpsert()
        ? LeaderRow.renew(statements, connection, duty, node, term)
        : LeaderRow.acquireOrRenew(statements, connection, duty, node, term);
  }

  @Override
  public void resign(String duty, UUID node) {
    database.statement(
        "Resigning the leadership of " + duty,
        connection -> statements.update(connection, "resign", b -> b.text(duty).uuid(node)));
  }
}

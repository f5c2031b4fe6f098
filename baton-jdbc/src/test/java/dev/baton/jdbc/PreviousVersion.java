package dev.baton.jdbc;

import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/**
 * The store as the version before has it: the SQL that was released with it, and the migrations it
 * knows. Its SQL is kept in {@code src/test/resources/dev/baton/jdbc/previous}; a release puts its
 * own there. Verbs that it didn't have use today's.
 */
final class PreviousVersion {
  private static final String FOLDER = "/dev/baton/jdbc/previous/";

  /** The schema's version in that release. */
  static final int SCHEMA = 1;

  private PreviousVersion() {}

  /** Tables that this version made, and today's brought forward. */
  static void broughtForward(DataSource dataSource) throws SQLException {
    Database database = Database.of(dataSource);
    Statements statements = Statements.of(database.dialect());
    new BatonSchema(database, statements, BatonSchema.MIGRATIONS.subList(0, SCHEMA)).migrate();
    TestDatabase.execute(
        dataSource, "UPDATE baton_schema SET applied_at = {ts '2026-01-01 00:00:00'}");
    BatonSchema.apply(dataSource);
  }

  /** A store on today's tables, where they serve it. */
  static JdbcTaskStore served(DataSource dataSource) {
    try {
      TestDatabase.serves(dataSource, SCHEMA);
      return store(dataSource);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  static JdbcTaskStore store(DataSource dataSource) {
    Database database = Database.of(dataSource);
    Dialect dialect = database.dialect();
    SqlFiles files = new SqlFiles(dialect.name(), dialect.words()).with(FOLDER);
    Statements statements = new Statements(dialect, files);
    List<String> migrations = BatonSchema.MIGRATIONS.subList(0, SCHEMA);
    return new JdbcTaskStore(
        database, statements, new BatonSchema(database, statements, migrations));
  }
}

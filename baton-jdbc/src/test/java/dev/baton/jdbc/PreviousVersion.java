package dev.baton.jdbc;

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

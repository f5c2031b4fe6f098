package dev.baton.jdbc.dialect;

import dev.baton.operate.cluster.StoreWarning;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.postgresql.PGStatement;

/** The dialect of PostgreSQL 13 and later, with its own driver. */
final class PostgresDialect implements Dialect {
  private static final String SCHEMA =
      "SELECT c.relname, a.attnum, a.attname || ' ' || replace("
          + "replace(pg_catalog.format_type(a.atttypid, a.atttypmod), '\"', ''),"
          + " 'timestamp with time zone', 'timestamptz')"
          + " || CASE WHEN a.attcollation <> t.typcollation"
          + " THEN ' collate \"' || o.collname || '\"' ELSE '' END"
          + " || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END"
          + " FROM pg_catalog.pg_class c"
          + " JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0"
          + " AND NOT a.attisdropped"
          + " JOIN pg_catalog.pg_type t ON t.oid = a.atttypid"
          + " LEFT JOIN pg_catalog.pg_collation o ON o.oid = a.attcollation"
          + " WHERE c.relname LIKE 'baton%' AND pg_catalog.pg_table_is_visible(c.oid)"
          + " AND c.relkind IN ('r', 'p')"
          + " UNION ALL SELECT c.relname, k.place, CASE k.place WHEN 0 THEN 'unique'"
          + " WHEN 1000 THEN 'partial' ELSE coalesce((SELECT a.attname"
          + " FROM pg_catalog.pg_attribute a WHERE a.attrelid = i.indrelid"
          + " AND a.attnum = i.indkey[k.place - 1]), 'expression') END"
          + " FROM pg_catalog.pg_class c JOIN pg_catalog.pg_index i ON i.indexrelid = c.oid"
          + " CROSS JOIN LATERAL (SELECT generate_series(1, i.indnkeyatts) AS place"
          + " UNION ALL SELECT 0 WHERE i.indisunique"
          + " UNION ALL SELECT 1000 WHERE i.indpred IS NOT NULL) k"
          + " WHERE c.relname LIKE 'baton%' AND pg_catalog.pg_table_is_visible(c.oid)"
          + " AND i.indisvalid AND i.indisready";

  private static final long SCHEMA_LOCK = 0x6261746f6e_736368L; // the letters of "baton" and "sch"

  /**
   * SQL condition that is true if a task belongs to the requested share. An id begins with the
   * milliseconds, followed by a number within the millisecond. Tasks of 4 neighbouring milliseconds
   * and 256 neighbouring numbers belong to the same share. So a node claims tasks that are stored
   * next to each other, on the same pages.
   */
  private static final String SHARE =
      "mod((get_byte(uuid_send(t.id), 5) >> 2) * 17 + (get_byte(uuid_send(t.id), 6) & 15), q.parts)"
          + " = q.part";

  /**
   * Condition on the first id of a shared row that may contain the task {@code q}; see
   * baton_shared_row.
   */
  private static final String NEAR =
      "BETWEEN (left(q.id::text, 10) || '000-0000-0000-000000000000')::uuid AND q.id";

  private static final String UTF8 = "UTF8";
  private static final List<Integer> ISO_OF_LATIN = List.of(1, 2, 3, 4, 9, 10, 13, 14, 15, 16);

  /**
   * Settings that would break a guarantee. A setting may be in the URL, in a role or in the
   * server's configuration. One query reads all of them.
   */
  private static final List<WrongSetting> WRONG =
      List.of(
          new WrongSetting(
              "current_setting('default_transaction_read_only') = 'on'",
              "the connections are read-only (default_transaction_read_only, or readOnly in the"
                  + " URL): Baton writes in each step; remove the setting"),
          new WrongSetting(
              "pg_is_in_recovery()",
              "this server is a standby, which is read-only: direct the connections to the primary,"
                  + " for example by targetServerType=primary in the URL"),
          new WrongSetting(
              "current_setting('array_nulls') = 'off'",
              "array_nulls is off, so a missing value is read as the text NULL: remove it"),
          new WrongSetting(
              "EXISTS (SELECT 1 FROM pg_catalog.pg_class c WHERE c.relname LIKE 'baton\\_%'"
                  + " AND pg_catalog.pg_table_is_visible(c.oid) AND c.relkind IN ('r', 'p')"
                  + " AND pg_catalog.row_security_active(c.oid))",
              "row-level security hides rows of Baton's tables from this role: make it their"
                  + " owner, or give it BYPASSRLS"));

  private final String encoding;
  private final Charset charset;

  PostgresDialect(String encoding) {
    this.encoding = encoding;
    this.charset = encoding.equals(UTF8) ? StandardCharsets.UTF_8 : charset(encoding);
  }

  static PostgresDialect of(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SHOW server_encoding")) {
      return new PostgresDialect(rows.next() ? rows.getString(1) : UTF8);
    }
  }

  @Override
  public String name() {
    return "postgresql";
  }

  @Override
  public Map<String, String> words() {
    return Map.ofEntries(
        Map.entry("now", "statement_timestamp()"),
        Map.entry(
            "when",
            "coalesce(?::timestamptz, statement_timestamp())"
                + " + ?::bigint * interval '1 microsecond'"),
        Map.entry("ago", "statement_timestamp() - ?::bigint * interval '1 microsecond'"),
        Map.entry("time", "?::timestamptz"),
        // This is joined to the arrays with the alias q, which are sorted by id.
        Map.entry(
            "skipIfAsked",
            " CROSS JOIN LATERAL (SELECT b.id FROM baton_task b WHERE b.id = q.id"
                + " FOR UPDATE SKIP LOCKED) free"),
        Map.entry("share", SHARE),
        Map.entry("near", NEAR),
        // A condition on the view baton_shared_task with the alias f.
        Map.entry("sharedRowOfQ", "f.first_id " + NEAR + " AND f.last_id >= q.id AND f.id = q.id"),
        // The last parameter is always true, so the count is never computed. A generic plan
        // doesn't know that. So it appears more expensive than any custom plan, and the server
        // makes a custom plan each time.
        Map.entry(
            "replan",
            " AND (?::boolean OR (SELECT count(*) FROM generate_series(1, 100000000)) > 0)"));
  }

  @Override
  public boolean takesArrays() {
    return true;
  }

  /**
   * Makes PostgreSQL plan each execution. A plan that was made while the table had one page would
   * later scan a million rows, until the next ANALYZE. Planning is cheap compared with the batch
   * itself.
   */
  @Override
  public void replan(PreparedStatement statement) throws SQLException {
    if (statement.isWrapperFor(PGStatement.class)) {
      statement.unwrap(PGStatement.class).setPrepareThreshold(0);
    }
  }

  @Override
  public void keepToOneProcess(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET LOCAL max_parallel_workers_per_gather = 0");
    }
  }

  /** Does nothing if the user has set the prepare threshold to zero, as some poolers require. */
  @Override
  public void keepPrepared(PreparedStatement statement) throws SQLException {
    if (statement.isWrapperFor(PGStatement.class)) {
      PGStatement driver = statement.unwrap(PGStatement.class);
      if (driver.getPrepareThreshold() > 0) {
        driver.setPrepareThreshold(1);
      }
    }
  }

  @Override
  public Optional<LockWait> lockWait() {
    return Optional.of(new LockWait("SHOW lock_timeout", "SET LOCAL lock_timeout = '%s'", "100ms"));
  }

  @Override
  public Charset charset() {
    return charset;
  }

  /**
   * Returns Java's charset for a PostgreSQL encoding. If Java has none, returns ASCII, which all
   * encodings contain.
   */
  private static Charset charset(String encoding) {
    // For example, PostgreSQL's LATIN5 is ISO 8859-9.
    Matcher latin = Pattern.compile("LATIN(10|[1-9])").matcher(encoding);
    String name =
        latin.matches()
            ? "ISO-8859-" + ISO_OF_LATIN.get(Integer.parseInt(latin.group(1)) - 1)
            : encoding.replaceFirst("^WIN", "windows-").replace("SQL_ASCII", "UTF-8");
    try {
      return Charset.forName(name.replace('_', '-'));
    } catch (IllegalArgumentException unknown) {
      return StandardCharsets.US_ASCII;
    }
  }

  @Override
  public List<String> narrowEncodings(Connection connection) {
    return encoding.equals(UTF8)
        ? List.of()
        : List.of("the encoding of the database is " + encoding + ", not " + UTF8);
  }

  @Override
  public List<String> wrongSettings(Connection connection) throws SQLException {
    List<String> wrong = new ArrayList<>(WrongSetting.whereTrue(WRONG, connection));
    for (String column :
        WrongSetting.names(
            connection,
            "SELECT c.relname || ' ALTER COLUMN ' || a.attname FROM pg_catalog.pg_class c"
                + " JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid"
                + " JOIN pg_catalog.pg_collation o ON o.oid = a.attcollation"
                + " WHERE c.relname LIKE 'baton%' AND pg_catalog.pg_table_is_visible(c.oid)"
                + " AND c.relkind IN ('r', 'p') AND NOT o.collisdeterministic ORDER BY 1")) {
      wrong.add(
          "a collation treats different names as equal: ALTER TABLE "
              + column
              + " TYPE text COLLATE \"C\"");
    }
    return wrong;
  }

  @Override
  public Map<String, List<String>> schema(Connection connection) throws SQLException {
    return SchemaNames.of(connection, SCHEMA);
  }

  @Override
  public List<StoreWarning> warnings(Connection connection) throws SQLException {
    return PostgresWarnings.of(connection);
  }

  @Override
  public ServerHistory newHistory() {
    return new PostgresTimelines();
  }

  @Override
  public boolean isPooled(Connection connection) throws SQLException {
    return PostgresPooler.isThere(connection);
  }

  @Override
  public boolean losesPrepared(Connection single, Connection holding) throws SQLException {
    return PostgresPooler.losesPrepared(single, holding);
  }

  @Override
  public boolean hasUpsert() {
    return true;
  }

  @Override
  public boolean hasPartialIndexes() {
    return true;
  }

  @Override
  public boolean canNotify() {
    return true;
  }

  @Override
  public boolean migratesInTransaction() {
    return true;
  }

  @Override
  public void lockSchema(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_advisory_xact_lock(" + SCHEMA_LOCK + ")");
    }
  }

  @Override
  public void unlockSchema(Connection connection) {}
}

package dev.baton.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.StoreUnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Creates Baton's tables in a keyspace. You create the keyspace and choose its replication. */
public final class CassandraSchema {
  /** The number of shards that {@link #create(CqlSession, String)} creates. */
  public static final int DEFAULT_SHARDS = 4;

  private static final int MAX_SHARDS = 4_096;
  private static final String VERSION = "1";

  /**
   * Time limit of a statement. It is long, because creating a table may take long on a busy
   * cluster.
   */
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,47}");

  private CassandraSchema() {}

  /** Creates missing tables, with {@value #DEFAULT_SHARDS} shards. */
  public static void create(CqlSession session, String keyspace) {
    create(session, keyspace, DEFAULT_SHARDS);
  }

  /**
   * Creates missing tables. Each node may call this at its start.
   *
   * @param shards number of partitions for the tasks, 1 to 4,096, fixed for the life of the
   *     keyspace; about one for every 100,000 tasks that are live or kept
   * @throws ConfigurationException if the tables have another version or another number of shards
   */
  public static void create(CqlSession session, String keyspace, int shards) {
    requireName(keyspace);
    if (shards < 1 || shards > MAX_SHARDS) {
      throw new IllegalArgumentException(
          "There can be 1 to " + MAX_SHARDS + " shards, not " + shards);
    }
    statements().forEach(statement -> execute(session, statement.formatted(keyspace)));
    set(session, keyspace, "shards", String.valueOf(shards));
    set(session, keyspace, "version", VERSION);
    for (int shard = 0; shard < shards; shard++) {
      execute(
          session,
          "INSERT INTO %s.baton_shard (shard, row_key, epoch) VALUES (%d, 0x00, 0) IF NOT EXISTS"
              .formatted(keyspace, shard));
    }
    int there = shards(session, keyspace);
    if (there != shards) {
      throw new ConfigurationException(
          "Keyspace "
              + keyspace
              + " has "
              + there
              + " shards, not "
              + shards
              + ". Their number can't change: pass the existing number, or use another keyspace");
    }
  }

  /** Returns the statements that create the tables, for users who run them themselves. */
  static Stream<String> statements() {
    return Stream.of(text().replaceAll("(?m)^--.*$", "").split(";"))
        .map(String::strip)
        .filter(statement -> !statement.isEmpty());
  }

  private static String text() {
    try (InputStream in = CassandraSchema.class.getResourceAsStream("schema.cql")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the keyspace's number of shards.
   *
   * @throws ConfigurationException if its tables are missing or have another version
   * @throws StoreUnavailableException if too few servers respond
   */
  static int shards(CqlSession session, String keyspace) {
    requireName(keyspace);
    String version = get(session, keyspace, "version");
    if (!version.equals(VERSION)) {
      throw new ConfigurationException(
          "The tables of keyspace "
              + keyspace
              + " have version "
              + version
              + ", but this version of Baton needs "
              + VERSION
              + ". Use the version of Baton that created the tables, or another keyspace");
    }
    return Integer.parseInt(get(session, keyspace, "shards"));
  }

  private static String get(CqlSession session, String keyspace, String name) {
    String missing =
        "Keyspace "
            + keyspace
            + " doesn't have Baton's tables. Call CassandraSchema.create(session, \""
            + keyspace
            + "\") once";
    try {
      Row row =
          execute(
              session,
              "SELECT value FROM %s.baton_setting WHERE name = '%s'".formatted(keyspace, name));
      String value = row == null ? null : row.getString("value");
      if (value == null) {
        throw new ConfigurationException(missing);
      }
      return value;
    } catch (InvalidQueryException noTable) {
      throw new ConfigurationException(missing + " (" + noTable.getMessage() + ")");
    }
  }

  private static void set(CqlSession session, String keyspace, String name, String value) {
    execute(
        session,
        "INSERT INTO %s.baton_setting (name, value) VALUES ('%s', '%s') IF NOT EXISTS"
            .formatted(keyspace, name, value));
  }

  private static @Nullable Row execute(CqlSession session, String statement) {
    try {
      return session
          .execute(
              SimpleStatement.newInstance(statement)
                  .setTimeout(TIMEOUT)
                  .setConsistencyLevel(ConsistencyLevel.QUORUM))
          .one();
    } catch (QueryValidationException refused) {
      throw refused;
    } catch (DriverException noAnswer) {
      throw new StoreUnavailableException(
          "Cassandra did not respond to a query for Baton's tables: " + noAnswer.getMessage(),
          noAnswer);
    }
  }

  private static void requireName(String keyspace) {
    if (!NAME.matcher(keyspace).matches()) {
      throw new IllegalArgumentException(
          "A keyspace for Baton needs 1-48 of the characters a-z 0-9 _, beginning with a letter; '"
              + keyspace
              + "' is invalid");
    }
  }
}

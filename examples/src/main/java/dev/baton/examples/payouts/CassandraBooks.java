package dev.baton.examples.payouts;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.baton.examples.payouts.input.Payout;
import dev.baton.examples.payouts.input.PayoutInput;
import dev.baton.local.cassandra.LocalCassandra;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The demo's own tables in Cassandra, next to Baton's. No transaction covers a task and these rows.
 * Each row's key comes from the payout, so a repeated write changes nothing: a payout whose handler
 * ran twice has one row in the ledger. Thread-safe.
 */
public record CassandraBooks(CqlSession session, Map<String, PreparedStatement> prepared)
    implements AutoCloseable {
  public static final String KEYSPACE = "payouts";

  /** The server may have just started, on a machine that does other work too. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** The run's table is created last: without it, no run exists. */
  private static final List<String> TABLES =
      List.of(
          "payout (payout_key text PRIMARY KEY, input_row bigint, task_id uuid)",
          "ledger (payout_key text PRIMARY KEY, partner text, amount decimal, currency text,"
              + " losses int, started_micros bigint, ended_micros bigint)",
          "failure (payout_key text, attempt int, answer text, losses int, started_micros bigint,"
              + " ended_micros bigint, PRIMARY KEY (payout_key, attempt))",
          "commit_time (payout_key text PRIMARY KEY, committed_micros bigint)",
          "run (one int PRIMARY KEY, input_digest text, input_name text)");

  public static CassandraBooks open(InetSocketAddress address) {
    CqlSession session =
        CqlSession.builder()
            .addContactPoint(address)
            .withLocalDatacenter(LocalCassandra.DATA_CENTER)
            .withConfigLoader(
                DriverConfigLoader.programmaticBuilder()
                    // With protocol V5, a conditional write that times out also closes its
                    // connection.
                    .withString(DefaultDriverOption.PROTOCOL_VERSION, "V4")
                    .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, PATIENCE)
                    .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, PATIENCE)
                    .build())
            .build();
    return new CassandraBooks(session, new ConcurrentHashMap<>());
  }

  /** Runs a statement on the demo's tables; {@code demo.} is the prefix of each table's name. */
  public ResultSet execute(String cql, Object... values) {
    PreparedStatement statement =
        prepared.computeIfAbsent(
            cql, text -> session.prepare(text.replace("demo.", KEYSPACE + ".demo_")));
    return session.execute(statement.bind(values).setIdempotent(true));
  }

  /** Drops all tables, Baton's too, and creates empty ones. A kill midway leaves no run. */
  public void makeAnew() {
    session.execute("DROP KEYSPACE IF EXISTS " + KEYSPACE);
    session.execute(
        "CREATE KEYSPACE "
            + KEYSPACE
            + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    TABLES.forEach(table -> session.execute("CREATE TABLE " + KEYSPACE + ".demo_" + table));
  }

  /** Returns the input of the open run. */
  public Optional<PayoutInput> run() {
    boolean isThere =
        session
            .getMetadata()
            .getKeyspace(KEYSPACE)
            .flatMap(keyspace -> keyspace.getTable("demo_run"))
            .isPresent();
    Row row =
        isThere
            ? execute("SELECT input_name, input_digest FROM demo.run WHERE one = 1").one()
            : null;
    return row == null
        ? Optional.empty()
        : Optional.of(
            PayoutInput.remembered(
                String.valueOf(row.getString(0)), String.valueOf(row.getString(1))));
  }

  public void beginRun(PayoutInput input) {
    execute(
        "INSERT INTO demo.run (one, input_name, input_digest) VALUES (1, ?, ?)",
        input.name(),
        input.digest());
  }

  public void endRun() {
    execute("DELETE FROM demo.run WHERE one = 1");
  }

  /** Returns how often the bank has failed for this payout before that attempt. */
  long failures(Payout payout, int attempt) {
    return execute(
            "SELECT attempt FROM demo.failure WHERE payout_key = ? AND attempt < ?",
            payout.key(),
            attempt)
        .all()
        .size();
  }

  void paid(Ledger.Entry entry) {
    Payout payout = entry.payout();
    execute(
        "INSERT INTO demo.ledger (payout_key, partner, amount, currency, losses, started_micros,"
            + " ended_micros) VALUES (?, ?, ?, ?, ?, ?, ?)",
        payout.key(),
        payout.partner(),
        payout.amount(),
        payout.currency(),
        entry.losses(),
        entry.startedMicros(),
        Micros.now());
  }

  void failed(Ledger.Entry entry, int attempt, BankAnswer answer) {
    execute(
        "INSERT INTO demo.failure (payout_key, attempt, answer, losses, started_micros,"
            + " ended_micros) VALUES (?, ?, ?, ?, ?, ?)",
        entry.payout().key(),
        attempt,
        answer.name(),
        entry.losses(),
        entry.startedMicros(),
        Micros.now());
  }

  @Override
  public void close() {
    session.close();
  }
}

package dev.baton.chaos.failover;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskType;
import dev.baton.api.Transaction;
import dev.baton.api.error.CommitUnknownException;
import dev.baton.handler.Attempt;
import dev.baton.handler.OnLost;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.local.DatabaseAddress;
import dev.baton.operate.cluster.StoreWarning;
import dev.baton.task.Bytes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.postgresql.core.BaseConnection;

/**
 * A service of two nodes and some callers. Each caller repeatedly commits a business row with its
 * task, and records the result. Half of the tasks have their effect in the handler's transaction,
 * half outside of the database. Thread-safe.
 */
final class Load implements AutoCloseable {
  static final String INSIDE = "INSIDE";
  static final String OUTSIDE = "OUTSIDE";
  private static final int CALLERS = 3;

  /** Longer than any pause, on a machine that also does ten times as much other work. */
  static final long MAX_WAIT_SECONDS = 180;

  private static final Duration LEASE = Duration.ofSeconds(5);
  private static final Retry OFTEN = Retry.fixed(Duration.ofMillis(200)).maxAttempts(1_000);

  private final List<HikariDataSource> pools = new ArrayList<>();
  private final List<Baton> nodes = new ArrayList<>();
  private final List<Thread> callers = new ArrayList<>();
  private final Map<Integer, Integer> begun = new ConcurrentHashMap<>();
  private final Map<String, Integer> outside = new ConcurrentHashMap<>();
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final Set<String> unknown = ConcurrentHashMap.newKeySet();
  private final Set<String> refused = ConcurrentHashMap.newKeySet();
  private final Map<String, Integer> refusals = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Long> acknowledgedAt = new ConcurrentLinkedQueue<>();
  private volatile boolean isOver;

  private Load() {}

  static Load start(Servers servers) throws SQLException {
    Load load = new Load();
    HikariDataSource tables = load.pool(servers.address(0));
    BatonSchema.apply(tables);
    try (Connection connection = tables.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE business (id varchar(36) PRIMARY KEY, type varchar(10))");
      statement.execute("CREATE TABLE effect (id varchar(36) PRIMARY KEY, business varchar(36))");
    }
    for (int i = 0; i < servers.nodes(); i++) {
      load.nodes.add(load.node(load.pool(servers.address(i)), i));
    }
    for (int i = 0; i < CALLERS; i++) {
      Baton node = load.nodes.get(i % load.nodes.size());
      Thread caller = new Thread(() -> load.call(node), "caller-" + i);
      caller.start();
      load.callers.add(caller);
    }
    return load;
  }

  private HikariDataSource pool(DatabaseAddress address) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(address.url());
    config.setUsername(address.user());
    config.setPassword(address.password());
    config.setMaximumPoolSize(24);
    config.setMinimumIdle(2);
    config.setConnectionTimeout(5_000);
    HikariDataSource pool = new HikariDataSource(config);
    pools.add(pool);
    return pool;
  }

  private Baton node(HikariDataSource pool, int number) {
    JdbcTransactions transactions = JdbcTransactions.of(pool);
    return Baton.builder(JdbcStore.of(pool).networkTimeout(Duration.ofSeconds(2)))
        .transactions(transactions)
        .name("node-" + number)
        .settings(s -> s.lease(LEASE).sweep(Duration.ofMillis(200)).maxRunning(8))
        .define(
            RawDefinition.transactional(INSIDE, this::inside)
                .retry(OFTEN)
                .onLost(OnLost.resume(1_000)))
        .define(RawDefinition.of(OUTSIDE, this::outside).retry(OFTEN).onLost(OnLost.resume(1_000)))
        .start();
  }

  private Outcome<?> inside(Attempt attempt, Transaction transaction) throws SQLException {
    Connection connection = transaction.unwrap(Connection.class);
    noteServer(connection);
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO effect VALUES (?, ?)")) {
      insert.setString(1, UUID.randomUUID().toString());
      insert.setString(2, attempt.payloadText());
      insert.executeUpdate();
      return Outcome.done();
    }
  }

  private void noteServer(Connection connection) throws SQLException {
    if (connection.isWrapperFor(BaseConnection.class)) {
      BaseConnection driver = connection.unwrap(BaseConnection.class);
      begun.merge(driver.getQueryExecutor().getHostSpec().getPort(), 1, Integer::sum);
    }
  }

  /** Returns how many transactional handlers have begun at PostgreSQL's server on this port. */
  int begunAt(int port) {
    return begun.getOrDefault(port, 0);
  }

  /**
   * Makes the first node's pool open new connections, as it does when connections reach their
   * maximum age.
   */
  void renewConnections() {
    pools.get(1).getHikariPoolMXBean().softEvictConnections();
  }

  private Outcome<?> outside(Attempt attempt) {
    outside.merge(attempt.payloadText(), 1, Integer::sum);
    return Outcome.done();
  }

  private void call(Baton node) {
    JdbcTransactions transactions = (JdbcTransactions) node.transactions();
    while (!isOver) {
      String id = UUID.randomUUID().toString();
      String type = (id.hashCode() & 1) == 0 ? INSIDE : OUTSIDE;
      try {
        transactions.run(
            transaction -> {
              business(transaction.connection(), id, type);
              node.tasks().add(transaction, TaskType.of(type, Bytes.class).with(Bytes.of(id)));
            });
        acknowledged.add(id);
        acknowledgedAt.add(System.nanoTime());
        TimeUnit.MILLISECONDS.sleep(10);
      } catch (CommitUnknownException lost) {
        unknown.add(id);
        note(lost);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (Exception told) {
        // Nothing was committed, so the caller continues with the next row.
        refused.add(id);
        note(told);
      }
    }
  }

  private void note(Exception e) {
    Throwable first = e;
    while (first.getCause() != null && !(first instanceof SQLException)) {
      first = first.getCause();
    }
    String words =
        first instanceof SQLException sql
            ? sql.getSQLState() + " " + sql.getErrorCode()
            : first.getClass().getSimpleName();
    refusals.merge(e.getClass().getSimpleName() + " " + words, 1, Integer::sum);
  }

  private static void business(Connection connection, String id, String type) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO business VALUES (?, ?)")) {
      insert.setString(1, id);
      insert.setString(2, type);
      insert.executeUpdate();
    }
  }

  /** Returns the number of acknowledged transactions so far. */
  int count() {
    return acknowledged.size();
  }

  /** Waits for this many more acknowledged transactions. */
  void more(int wanted) throws InterruptedException {
    int goal = count() + wanted;
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MAX_WAIT_SECONDS);
    while (count() < goal) {
      if (System.nanoTime() > end) {
        throw new AssertionError(
            "Of " + wanted + " transactions " + (goal - count()) + " are missing: " + refusals);
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  /** Returns the nodes' current warnings about their database. */
  List<StoreWarning.Kind> warnings() {
    return nodes.stream()
        .flatMap(node -> node.cluster().storeWarnings().stream())
        .map(StoreWarning::kind)
        .toList();
  }

  /** Stops the callers. */
  void end() throws InterruptedException {
    isOver = true;
    for (Thread caller : callers) {
      caller.join(TimeUnit.SECONDS.toMillis(30));
    }
  }

  /** Returns the longest time without an acknowledged transaction. */
  long pauseMillis() {
    long longest = 0;
    Long before = null;
    for (Long at : acknowledgedAt) {
      longest = before == null ? 0 : Math.max(longest, at - before);
      before = at;
    }
    return TimeUnit.NANOSECONDS.toMillis(longest);
  }

  Set<String> acknowledged() {
    return acknowledged;
  }

  Set<String> unknown() {
    return unknown;
  }

  /** Returns the transactions of which callers know that nothing was committed. */
  Set<String> refused() {
    return refused;
  }

  /** Returns the failures that callers got, by exception, SQLSTATE and code. */
  Map<String, Integer> refusals() {
    return refusals;
  }

  /** Returns how often handlers outside of transactions ran, by business row. */
  Map<String, Integer> outside() {
    return outside;
  }

  @Override
  public void close() {
    isOver = true;
    callers.forEach(Thread::interrupt);
    nodes.forEach(Baton::close);
    pools.forEach(HikariDataSource::close);
  }
}

package dev.baton.tck.simulation.sql;

import dev.baton.api.Transaction;
import dev.baton.jdbc.SimulatedStores;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.cluster.Paused;
import dev.baton.schedule.ScheduleState;
import dev.baton.task.Bytes;
import dev.baton.tck.simulation.Chance;
import dev.baton.tck.simulation.CommittedRows;
import dev.baton.tck.simulation.SimulatedDatabase;
import dev.baton.tck.simulation.SimulatedNode;
import dev.baton.tck.simulation.Simulation;
import dev.baton.tck.simulation.Verb;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A real database behind the seams of simulated nodes. */
public final class SqlDatabase extends SimulatedDatabase {
  /** The real clock in a statement. A seed could not repeat a statement that depends on it. */
  private static final Pattern REAL_CLOCK =
      Pattern.compile(
          "\\b(CURRENT_TIMESTAMP|LOCALTIMESTAMP|SYSDATE|(NOW|\\w+_TIMESTAMP)\\s*\\()",
          Pattern.CASE_INSENSITIVE);

  /** Share of the fault probability for each statement, because a store method has several. */
  private static final double SHARE_OF_FAULTS = 0.3;

  private static final int LATENCY_MICROS = 200;
  private static final int FAR_LATENCY_MICROS = 10_000;

  /** Number of tasks per claim or completion that counts as large. */
  private static final int LARGE = 64;

  private static final Duration NETWORK_TIMEOUT = Duration.ofSeconds(10);

  /** Rows of side tables whose task doesn't exist. */
  private static final List<String> ORPHANS =
      List.of(
          "baton_attempt a WHERE NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = a.task_id)"
              + " AND NOT EXISTS (SELECT 1 FROM baton_finished f WHERE f.id = a.task_id)",
          "baton_key k WHERE k.expires_at IS NULL"
              + " AND NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = k.task_id)",
          "baton_finished_key k"
              + " WHERE NOT EXISTS (SELECT 1 FROM baton_finished f WHERE f.id = k.task_id)");

  private final OpenDatabase open;
  private final UnaryOperator<String> broken;
  private final Server server;
  private final Waiting waiting;
  private final CommittedTables committed;
  private final Set<Session> sessions = new LinkedHashSet<>();
  private final ThreadLocal<@Nullable Verb> verb = new ThreadLocal<>();
  private final ArrayDeque<Real> free;
  private final SimulatedStores plain;
  private final JdbcTransactions plainTransactions;
  private final NodePools pools;
  private final List<String> ownCircles = new CopyOnWriteArrayList<>();
  private Isolation isolation = Isolation.USUAL;
  private int latencyMicros = LATENCY_MICROS;
  private @Nullable Instant counted;

  SqlDatabase(Simulation simulation, OpenDatabase open, UnaryOperator<String> broken)
      throws SQLException {
    super(simulation);
    this.open = open;
    this.broken = broken;
    this.server = open.server();
    this.free = open.free();
    this.waiting = server.waiting(this);
    this.pools = new NodePools(simulation, this::connectionsOf);
    this.committed =
        new CommittedTables(
            open,
            () -> pauses().stream().map(Paused::pause).toList(),
            id -> plain().tasks().waiting(id));
    this.plain = SimulatedStores.on(dataSource(null), Duration.ZERO);
    this.plainTransactions = JdbcTransactions.of(dataSource(null));
  }

  OpenDatabase open() {
    return open;
  }

  Server server() {
    return server;
  }

  private SimulatedStores plain() {
    return plain;
  }

  /** Notes that a transaction may have undone a part of its work. */
  void undone() {
    for (Session session : sessions) {
      Real real = session.real();
      if (real != null) {
        server.undone(real.connection());
      }
    }
  }

  Simulation clockwork() {
    return simulation();
  }

  Waiting waiting() {
    return waiting;
  }

  void metLock() {
    met(Trouble.LOCK_WAIT);
    simulation().line(() -> "waits for a lock");
  }

  /** Counts a fault that occurred. */
  public void met(Trouble trouble) {
    open.troubles().met(trouble);
  }

  /** Counts a failure that the database itself raised. */
  void failed(SQLException e) {
    open.troubles().failed(server, e);
  }

  /** Makes the database far away, so that a node collects much work for each statement. */
  public void isFar() {
    latencyMicros = FAR_LATENCY_MICROS;
  }

  Isolation isolation() {
    return isolation;
  }

  /** Lets nodes that start from now on use any allowed isolation level. */
  public void anyIsolation(Chance chance) {
    isolation =
        new Isolation(chance.oneOf(server.handlerIsolations()), chance.oneOf(Server.ISOLATIONS));
  }

  /** Gives each node this number of connections from now on. */
  public void connectionsEach(int connections) {
    pools.size(connections);
  }

  private int connectionsOf(SimulatedNode node) {
    return (int) sessions.stream().filter(session -> session.node() == node).count();
  }

  /** Returns the time of the database, as precise as its columns. */
  @Override
  public Instant now() {
    return super.now().truncatedTo(ChronoUnit.MICROS);
  }

  /**
   * Returns the time that the transaction read by a statement that reads only the clock, if any;
   * the transaction counts by this time.
   */
  @Override
  public Instant countedAt() {
    return counted == null ? now() : counted;
  }

  /** Returns the statement with the virtual time in it. */
  String atThisTime(String sql) {
    String text = broken.apply(sql).replace(server.clock(), server.literal(now()));
    if (REAL_CLOCK.matcher(text).find()) {
      throw new IllegalStateException("This statement reads the real clock: " + sql);
    }
    return text;
  }

  void executed(String sql) {
    open.executed().add(sql);
  }

  /** Returns the data source of a node, in place of a pool. */
  SeamDataSource dataSource(@Nullable SimulatedNode node) {
    return new SeamDataSource(this, node);
  }

  Connection connect(@Nullable SimulatedNode node) throws SQLException {
    if (node != null) {
      node.require();
      simulation().step("connect");
      mishap(node);
      mayBeAway(node);
      if (pools.isExhausted(node)) {
        met(Trouble.POOL_EXHAUSTED);
        tellWaiting(node, NodePools.patience());
        pools.await(node);
      }
    }
    Real real = free.isEmpty() ? open.another() : free.removeLast();
    Session session = new Session(this, node, real);
    sessions.add(session);
    return ConnectionSeam.of(session);
  }

  /** Makes all connections of the node break when its process dies. */
  void watch(SimulatedNode node) {
    node.onCrash(
        () ->
            List.copyOf(sessions).stream()
                .filter(session -> session.node() == node)
                .forEach(Session::breakOff));
  }

  void takeBack(Session session, Real real) {
    sessions.remove(session);
    waiting.breakOff(real.id());
    boolean locks = real.reset();
    free.addLast(real);
    if (locks) {
      waiting.released();
    }
    pools.givenBack();
  }

  private void mayBeAway(SimulatedNode node) throws SQLException {
    if (isAway()) {
      pass(node, chance().millis(1, 400));
      if (isAway()) {
        tellTrouble(node, false);
        throw server.connectionLost();
      }
    }
  }

  /** Takes a statement to the server. It is applied unless this throws. */
  void goThere(Session session, String sql) throws SQLException {
    SimulatedNode node = session.node();
    node.require();
    session.require();
    simulation().step(sql);
    session.require();
    if (isAway()) {
      session.breakOff();
      mayBeAway(node);
      throw server.connectionLost();
    }
    mishap(node);
    if (failsHere(node, doing())) {
      met(Trouble.VERB_FAILED);
      lose(session, "fails because its store method fails now");
    }
    if (chance().happens(faults().failBefore() * SHARE_OF_FAULTS)) {
      met(Trouble.STATEMENT_FAILED);
      lose(session, "fails before it is applied");
    }
    latency(node);
    crash(node, "statement");
    session.require();
  }

  /** Takes the result back. The statement is applied even if this throws. */
  void comeBack(Session session, String sql) throws SQLException {
    SimulatedNode node = session.node();
    mishap(node);
    crash(node, "answer");
    if (chance().happens(faults().loseReply() * SHARE_OF_FAULTS)) {
      met(Trouble.ANSWER_LOST);
      lose(session, "is applied, but its response is lost");
    }
    simulation().step(sql);
    node.require();
    session.require();
  }

  private void lose(Session session, String how) throws SQLException {
    countFault();
    simulation().line(() -> "the statement " + how);
    session.breakOff();
    latency(session.node());
    tellTrouble(session.node(), false);
    throw server.connectionLost();
  }

  private void latency(SimulatedNode node) {
    if (chance().happens(faults().slow() * SHARE_OF_FAULTS)) {
      countFault();
      pass(node, chance().millis(1, faults().slowMillis()));
    } else {
      simulation().pass(Duration.ofNanos(1_000L * (10 + chance().nextInt(latencyMicros))));
    }
  }

  @Override
  protected void crash(SimulatedNode node, String what) {
    if (chance().happens(SHARE_OF_FAULTS)) {
      try {
        super.crash(node, what);
      } finally {
        if (node.isDead()) {
          met(Trouble.CRASH);
        }
      }
    }
  }

  @Nullable Verb doing() {
    return verb.get();
  }

  /**
   * Sets the store method that is reported for this thread's commits from now on; null for a plain
   * commit.
   */
  @Nullable Verb doing(@Nullable Verb now) {
    Verb before = verb.get();
    verb.set(now);
    return before;
  }

  /** Shows a commit to the checkers. */
  void committed(Session session) throws SQLException {
    List<UUID> ids = committed.take(session.require().id());
    committed.newlyPaused().forEach(this::paused);
    SimulatedNode node = session.node();
    if (!ids.isEmpty() && node != null) {
      Verb now = session.verb();
      simulation().line(() -> (now == null ? Verb.COMMIT : now) + " changes " + ids);
      if (ids.size() >= LARGE && now == Verb.CLAIM) {
        met(Trouble.LARGE_CLAIM);
      } else if (ids.size() >= LARGE && now == Verb.APPLY) {
        met(Trouble.LARGE_COMPLETION);
      }
      counted = session.clockRead();
      changed(node, now == null ? Verb.COMMIT : now, ids);
      counted = null;
    }
    waiting.released();
  }

  void tellClaiming(SimulatedNode node, List<UUID> ids) {
    claiming(node, ids);
  }

  void tellRenewing(SimulatedNode node, List<dev.baton.task.rule.ClaimFence> held) {
    renewing(node, held);
  }

  void tellLearnt(SimulatedNode node, List<Paused> pauses) {
    learnt(node, pauses);
  }

  SimulatedStores stores(SimulatedNode node) {
    return SimulatedStores.on(dataSource(node), NETWORK_TIMEOUT);
  }

  @Override
  public CommittedRows committed() {
    return committed;
  }

  /**
   * Records a deadlock of these sessions. Callers lock rows in any order, so Baton's order is wrong
   * only if all sessions are in a node's own store calls.
   */
  void circle(List<Session> all) {
    if (all.stream().allMatch(one -> one.node() != null && one.verb() != null)) {
      ownCircles.add(
          "store calls that wait for each other: "
              + all.stream()
                  .map(one -> one.verb() + " of " + one.node() + " in " + one.sql())
                  .collect(Collectors.joining("; ")));
    }
  }

  @Override
  public List<String> ownCircles() {
    return List.copyOf(ownCircles);
  }

  @Override
  public List<String> orphans() {
    List<String> found = new ArrayList<>();
    try (Connection connection = dataSource(null).getConnection()) {
      for (String orphans : ORPHANS) {
        try (PreparedStatement count =
                connection.prepareStatement("SELECT count(*) FROM " + orphans);
            ResultSet rows = count.executeQuery()) {
          rows.next();
          if (rows.getInt(1) > 0) {
            found.add(rows.getInt(1) + " rows of " + orphans);
          }
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return found;
  }

  @Override
  public List<Paused> pauses() {
    return plain.cluster().pauses();
  }

  @Override
  public void resume(Pause pause) {
    plain.cluster().resume(pause, resumed());
  }

  @Override
  public Optional<ScheduleState> schedule(String name) {
    return plain.schedules().find(name);
  }

  @Override
  public void endSchedule(ScheduleState seen) {
    try {
      plainTransactions.call(
          transaction -> {
            if (plain.schedules().tryLock(transaction, seen.name()).isPresent()) {
              plain.schedules().change(transaction, seen.due(null, null));
            }
            return true;
          });
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Snapshot snapshot() {
    return open.snapshot();
  }

  @Override
  protected void rewindTo(Snapshot snapshot) {
    met(Trouble.FAILOVER);
    List.copyOf(sessions).forEach(Session::breakOff);
    open.restore(snapshot);
    committed.readAnew();
    committed.newlyPaused().forEach(this::paused);
  }

  @Override
  public void effect(Transaction transaction, String name) {
    write(transaction.unwrap(Connection.class), name);
  }

  private static void write(Connection connection, String name) {
    try (PreparedStatement statement =
        connection.prepareStatement("INSERT INTO baton_sim_effect (name) VALUES (?)")) {
      statement.setString(1, name);
      statement.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException("The effect can't be stored: " + e.getMessage(), e);
    }
  }

  @Override
  public void effectApart(String name) {
    try (Connection apart = connect(null)) {
      write(apart, name);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Runnable savepoint(Transaction transaction) {
    Connection connection = transaction.unwrap(Connection.class);
    try {
      Savepoint savepoint = connection.setSavepoint();
      return () -> {
        try {
          connection.rollback(savepoint);
        } catch (SQLException e) {
          throw new IllegalStateException(e);
        }
      };
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Does nothing: a constraint that exists from the start refuses the result. */
  @Override
  public void refuse(Bytes result) {}

  /** Resets all connections for the next experiment. */
  void end() {
    List<Session> all = new ArrayList<>(sessions);
    all.forEach(Session::breakOff);
    waiting.close();
  }
}

package dev.baton.tck.simulation;

import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import dev.baton.api.Transaction;
import dev.baton.cassandra.SimulatedStores;
import dev.baton.cassandra.cql.Cql;
import dev.baton.cassandra.shard.ShardClock;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.cluster.Paused;
import dev.baton.schedule.ScheduleState;
import dev.baton.spi.ScheduleStore;
import dev.baton.spi.Stores;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.Bytes;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.NewTask;
import dev.baton.tck.simulation.cassandra.Answer;
import dev.baton.tck.simulation.cassandra.Mutation;
import dev.baton.tck.simulation.cassandra.Request;
import dev.baton.tck.simulation.cassandra.Servers;
import dev.baton.tck.simulation.cassandra.Servers.Found;
import dev.baton.tck.simulation.cassandra.Servers.Reading;
import dev.baton.tck.simulation.cassandra.Statements;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Cassandra's servers behind a network that loses and delays statements and responses, or leaves
 * their result unknown.
 */
final class SimulatedCassandra extends SimulatedDatabase {
  /** Time for which a node waits for the response to one statement. */
  static final Duration TIMEOUT = Duration.ofMillis(400);

  /** Longer than the time after which an adder loses its unfinished key. */
  private static final Duration PATIENCE = TIMEOUT.multipliedBy(8);

  private static final int MAX_TRAVEL_MICROS = 900;
  private static final int MAX_LATE_MILLIS = 6_000;
  private static final int MIN_TRAVEL_MICROS = 50;
  private static final int MAX_PAGE = 5_000;

  private final Servers servers;
  private final Statements statements;
  private final CassandraRows rows;
  private final CassandraCanary broken;
  private final int shards;
  private @Nullable Bytes refused;

  SimulatedCassandra(Simulation simulation, CassandraCanary broken) {
    super(simulation);
    this.broken = broken;
    servers =
        new Servers(
            SimulatedStores.schema(), () -> now().toEpochMilli(), new CassandraLag(this, broken));
    statements = new Statements(servers);
    shards = chance().between(1, 4);
    Cql direct = cql(this::atOnce);
    for (int shard = 0; shard < shards; shard++) {
      String first = "INSERT INTO %s.baton_shard (shard, row_key, epoch) VALUES (?, 0x00, 0)";
      direct.await(direct.compareAndSet(direct.prepare(first + " IF NOT EXISTS").bind(shard)));
    }
    rows = new CassandraRows(this, servers);
  }

  int shards() {
    return shards;
  }

  /** Returns the stores of a node, which report each call to the checkers. */
  Stores stores(CassandraDriver driver) {
    return SimulatedStores.stores(cql(driver), shards, driver, PATIENCE)
        .wrapped(rows.overheard(driver.node()));
  }

  Cql cql(Cql.Sender sender) {
    return new Cql(statements.session(), sender, "baton", new Cql.Settings(false, TIMEOUT));
  }

  @Override
  protected void crash(SimulatedNode node, String what) {
    super.crash(node, what);
  }

  void tellRenewing(SimulatedNode node, List<ClaimFence> held) {
    renewing(node, held);
  }

  void tellClaiming(SimulatedNode node, List<ClaimRequest> requests) {
    claiming(node, requests.stream().map(ClaimRequest::id).toList());
  }

  void tellAdding(List<NewTask> tasks) {
    adding(tasks);
  }

  void tellChanged(SimulatedNode node, Verb verb, UUID id) {
    changed(node, verb, List.of(id));
  }

  /** Transports a statement and its response, with the faults of the network. */
  void carry(CassandraDriver from, Statement<?> sent, CompletableFuture<AsyncResultSet> answer) {
    List<Request> requests = statements.requests(sent);
    Reading reading = Statements.reading(sent, requests);
    crash(from.node(), "cql");
    Sending sending = new Sending(from, requests, reading, Page.FIRST, answer);
    simulation().at(simulation().after(TIMEOUT), () -> fail(sending, "took too long"));
    if (isAway()) {
      later(chance().millis(1, (int) TIMEOUT.toMillis()), () -> fail(sending, "is away"));
    } else {
      send(sending);
    }
  }

  /**
   * A statement on its way to the servers.
   *
   * @param reading null for a write
   * @param page the rows to read
   */
  private record Sending(
      CassandraDriver from,
      List<Request> requests,
      @Nullable Reading reading,
      Page page,
      CompletableFuture<AsyncResultSet> answer) {
    @Override
    public String toString() {
      return requests.get(0) + (reading == null ? " of " + requests.size() : " " + reading);
    }
  }

  /**
   * A page of the rows to read.
   *
   * @param behind the last row of the page before; null for the first page
   * @param before the number of rows in the pages before
   */
  private record Page(@Nullable ByteBuffer behind, int before) {
    static final Page FIRST = new Page(null, 0);
  }

  private void send(Sending sending) {
    Faults faults = faults();
    Chance chance = chance();
    Duration there = travel();
    if (chance.happens(faults.failBefore())) {
      trouble(sending, "is never sent");
      later(there, () -> fail(sending, "was never sent"));
    } else if (chance.happens(faults.loseReply())) {
      trouble(sending, "has its response lost");
      boolean isLate = chance.happens(0.4);
      later(isLate ? chance.millis(0, MAX_LATE_MILLIS) : there, () -> carryOut(sending));
      later(there.plus(chance.millis(0, 2)), () -> fail(sending, "had its response lost"));
    } else {
      later(there, () -> reply(sending, carryOut(sending)));
    }
  }

  private void trouble(Sending sending, String what) {
    countFault();
    tellTrouble(sending.from().node(), false);
    simulation().line(() -> sending + " " + what);
  }

  private Duration travel() {
    if (chance().happens(faults().slow())) {
      countFault();
      return chance().millis(1, faults().slowMillis());
    }
    return Duration.ofNanos(1_000L * (MIN_TRAVEL_MICROS + chance().nextInt(MAX_TRAVEL_MICROS)));
  }

  private void later(Duration when, Runnable what) {
    simulation().at(simulation().after(when), what);
  }

  /** Sends the response back. An acknowledged write has reached most replicas. */
  private void reply(Sending sending, @Nullable AsyncResultSet result) {
    if (result == null) {
      InvalidQueryException refusal = new InvalidQueryException(null, "A value can't be stored");
      sending.from().arrives(() -> sending.answer().completeExceptionally(refusal));
      return;
    }
    Duration back = travel();
    if (back.compareTo(TIMEOUT) < 0 && sending.reading() == null) {
      servers.settle(sending.requests());
    }
    later(back, () -> sending.from().arrives(() -> sending.answer().complete(result)));
  }

  private void fail(Sending sending, String why) {
    if (sending.answer().isDone()) {
      return;
    }
    tellTrouble(sending.from().node(), false);
    boolean isRefusal = broken == CassandraCanary.UNKNOWN_IS_REFUSED && sending.reading() == null;
    sending
        .from()
        .arrives(
            isRefusal
                ? () -> sending.answer().complete(new Answer(List.of(), false, null))
                : () ->
                    sending
                        .answer()
                        .completeExceptionally(new DriverTimeoutException("The statement " + why)));
  }

  /** Executes the statement at the servers; null where they refuse it. */
  private @Nullable AsyncResultSet carryOut(Sending sending) {
    Reading reading = sending.reading();
    if (reading != null) {
      return page(sending, reading);
    }
    if (isRefused(sending.requests())) {
      countFault();
      return null;
    }
    Mutation mutation = write(sending.requests());
    if (mutation != null) {
      rows.changed(sending.from().node(), mutation);
    }
    simulation().line(() -> sending + " -> " + (mutation == null ? "not applied" : "applied"));
    return new Answer(List.of(), mutation != null, null);
  }

  private @Nullable Mutation write(List<Request> requests) {
    return servers.compareAndSet(
        requests.stream().map(broken::written).toList(), broken.writesAnyhow(requests.get(0)));
  }

  /**
   * Returns one page of the response. Most responses fit into one page; the seed decides the page
   * size.
   */
  private AsyncResultSet page(Sending sending, Reading reading) {
    Request request = sending.requests().get(0);
    Page page = sending.page();
    int left = request.limit() - page.before();
    int most = Math.min(left, chance().happens(0.1) ? chance().between(1, 4) : MAX_PAGE);
    List<Found> found = servers.read(request, reading, page.behind(), most);
    List<Row> rows = Statements.rows(request, found);
    if (found.size() < most || most == left) {
      return new Answer(rows, true, null);
    }
    Page next = new Page(found.get(most - 1).row(), page.before() + most);
    return new Answer(rows, true, () -> next(sending, next));
  }

  private CompletionStage<AsyncResultSet> next(Sending sending, Page page) {
    CompletableFuture<AsyncResultSet> answer = new CompletableFuture<>();
    Sending more = new Sending(sending.from(), sending.requests(), sending.reading(), page, answer);
    simulation().at(simulation().after(TIMEOUT), () -> fail(more, "took too long"));
    send(more);
    return answer;
  }

  private boolean isRefused(List<Request> requests) {
    Bytes forbidden = refused;
    return forbidden != null
        && requests.stream()
            .flatMap(request -> request.values().stream())
            .anyMatch(value -> value != null && contains(value, forbidden.toArray()));
  }

  private static boolean contains(ByteBuffer value, byte[] wanted) {
    for (int start = value.position(); start + wanted.length <= value.limit(); start++) {
      int same = 0;
      while (same < wanted.length && value.get(start + same) == wanted[same]) {
        same++;
      }
      if (same == wanted.length) {
        return true;
      }
    }
    return false;
  }

  /** Executes a statement of an outside reader: without network, faults or notifications. */
  private CompletionStage<AsyncResultSet> atOnce(Statement<?> sent) {
    List<Request> requests = statements.requests(sent);
    Request first = requests.get(0);
    if (Statements.reading(sent, requests) != null) {
      List<Found> found = servers.read(first, Reading.SERIAL, null, first.limit());
      return CompletableFuture.completedStage(
          new Answer(Statements.rows(first, found), true, null));
    }
    boolean applied = servers.compareAndSet(requests, false) != null;
    servers.settle(requests);
    return CompletableFuture.completedStage(new Answer(List.of(), applied, null));
  }

  private ScheduleStore schedules() {
    ShardClock clock = this::now;
    Stores direct = SimulatedStores.stores(cql(this::atOnce), shards, clock, TIMEOUT);
    return Objects.requireNonNull(direct.schedules());
  }

  @Override
  public CommittedRows committed() {
    return rows;
  }

  @Override
  public List<Paused> pauses() {
    return List.of();
  }

  @Override
  public void resume(Pause pause) {}

  @Override
  public Optional<ScheduleState> schedule(String name) {
    return schedules().find(name);
  }

  @Override
  public void endSchedule(ScheduleState seen) {
    schedules().change(seen.due(null, null));
  }

  @Override
  public void watch(StoreWatch watch) {
    super.watch(watch);
    if (watch instanceof History history) {
      rows.isToldTo(history);
    }
  }

  @Override
  public void refuse(Bytes result) {
    refused = result;
  }

  @Override
  public Snapshot snapshot() {
    throw new UnsupportedOperationException("Cassandra can't fail over to an earlier moment");
  }

  @Override
  protected void rewindTo(Snapshot snapshot) {
    throw new UnsupportedOperationException("Cassandra can't fail over to an earlier moment");
  }

  @Override
  public void effect(Transaction transaction, String name) {
    throw new UnsupportedOperationException("Cassandra has no transactions");
  }

  @Override
  public void effectApart(String name) {
    throw new UnsupportedOperationException("Cassandra has no transactions");
  }

  @Override
  public Runnable savepoint(Transaction transaction) {
    throw new UnsupportedOperationException("Cassandra has no transactions");
  }
}

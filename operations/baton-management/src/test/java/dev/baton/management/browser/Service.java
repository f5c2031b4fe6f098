package dev.baton.management.browser;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.operate.JdbcOperationsStore;
import dev.baton.jdbc.operate.JdbcStatisticsStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.limit.Limit;
import dev.baton.management.GivingUp;
import dev.baton.management.JdkHttp;
import dev.baton.management.Management;
import dev.baton.management.access.Principal;
import dev.baton.management.access.Right;
import dev.baton.operate.TaskInfo;
import dev.baton.schedule.Schedule;
import dev.baton.spi.Stores;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;

/** A small service with one node, its tasks, and the page on the JDK's server. */
final class Service implements AutoCloseable {
  /** Fails with its payload as the error while the partner is down. */
  static final String PAY = "EXECUTE_PAYOUT";

  /** A key whose searches never finish. */
  static final String TOO_MANY = "TOO-MANY";

  /** A type whose tasks run until the test ends them. */
  static final String SLOW = "DELIVER_BATCH";

  static final Principal ANNA = Principal.of("anna@acme.example", "operator");
  private static final AtomicInteger DATABASES = new AtomicInteger();
  private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  final Baton baton;
  private final JdbcConnectionPool pool;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean partnerIsAway;
  private volatile Principal who = ANNA;
  private volatile Set<Right> rights = Set.of(Right.values());
  private JdkHttp http;

  private Service(
      JdbcConnectionPool pool,
      String node,
      UnaryOperator<Stores> others,
      TaskDefinition<?, ?>... more) {
    this.pool = pool;
    this.baton =
        Baton.builder(JdbcStore.of(pool))
            .name(node)
            .define(
                RawDefinition.of(PAY, this::pay).retry(Retry.never()),
                RawDefinition.of(SLOW, this::deliver).limits(Limit.cluster("partner-sessions", 4)))
            .define(more)
            .stores(
                stores ->
                    others.apply(
                        stores.operations(
                            GivingUp.on(
                                new JdbcOperationsStore(Database.of(pool), JdbcTaskStore.of(pool)),
                                TOO_MANY))))
            .start();
  }

  /** Every user has all rights. */
  static Service start() throws SQLException, IOException {
    return start("payout-1");
  }

  /**
   * @param more further definitions of the node
   */
  static Service start(String node, TaskDefinition<?, ?>... more) throws SQLException, IOException {
    return start(pool(), node, stores -> stores, more);
  }

  /** Creates a service with too many live tasks to count. */
  static Service thatCannotCount() throws SQLException, IOException {
    JdbcConnectionPool pool = pool();
    return start(
        pool,
        "payout-1",
        stores -> stores.statistics(GivingUp.counting(new JdbcStatisticsStore(Database.of(pool)))));
  }

  private static Service start(
      JdbcConnectionPool pool,
      String node,
      UnaryOperator<Stores> others,
      TaskDefinition<?, ?>... more)
      throws IOException {
    Service service = new Service(pool, node, others, more);
    service.serve(0);
    return service;
  }

  private static JdbcConnectionPool pool() throws SQLException {
    String url = "jdbc:h2:mem:dashboard_" + DATABASES.incrementAndGet() + ";DB_CLOSE_DELAY=-1";
    JdbcConnectionPool pool = JdbcConnectionPool.create(url, "sa", "");
    pool.setMaxConnections(40);
    BatonSchema.apply(pool);
    return pool;
  }

  /** Serves the page; port 0 means any free port. */
  void serve(int port) throws IOException {
    Management management =
        Management.of(baton)
            .accessPolicy(new WithSomeRights(() -> rights))
            .principal(request -> who)
            .build();
    http = JdkHttp.serve(management, new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
  }

  /** Stops the server of the page, like a restart. Returns the port. */
  int vanish() {
    int port = http.uri().getPort();
    http.close();
    return port;
  }

  DataSource database() {
    return pool;
  }

  String url() {
    return http.uri().toString();
  }

  void partnerIsAway(boolean away) {
    partnerIsAway = away;
  }

  void isAskedBy(Principal principal) {
    who = principal;
  }

  void grants(Right... some) {
    rights = Set.of(some);
  }

  UUID add(TaskRequest<?, ?> request) {
    return baton.tasks().add(request).taskId();
  }

  /** Adds a task and lets it fail with that error. */
  UUID addFailing(String error) {
    return addFailing(error, pay -> pay);
  }

  /** Adds a task with these changes and lets it fail with this error. */
  UUID addFailing(String error, UnaryOperator<TaskRequest<?, ?>> refine) {
    partnerIsAway(true);
    UUID id = add(refine.apply(TaskType.of(PAY, Bytes.class).with(Bytes.of(error))));
    awaitStatus(id, Status.ERROR);
    return id;
  }

  Status status(UUID id) {
    return baton.operations().find(id).map(TaskInfo::status).orElseThrow();
  }

  long version(UUID id) {
    return baton.operations().find(id).orElseThrow().version();
  }

  /** The node works in the background. This waits for the status. */
  void awaitStatus(UUID id, Status wanted) {
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (status(id) != wanted) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(id + " is " + status(id) + ", never " + wanted);
      }
      LockSupport.parkNanos(LOOK_EVERY_NANOS);
    }
  }

  /** Waits until the progress is visible. */
  void awaitProgress(UUID id) {
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (baton.tasks().handle(TaskType.of("IMPORT_PAYMENTS"), id).progress().isEmpty()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(id + " never reports progress");
      }
      LockSupport.parkNanos(LOOK_EVERY_NANOS);
    }
  }

  /** Adds a daily schedule. */
  void schedule(String name) {
    baton
        .schedules()
        .put(Schedule.fixedRate(name, Duration.ofDays(1)).adds(TaskRequest.of(TaskType.of(PAY))));
  }

  /** Ends all running tasks. */
  void letEnd() {
    ended.countDown();
  }

  @Override
  public void close() {
    letEnd();
    http.close();
    baton.close();
    pool.dispose();
  }

  private Outcome<?> pay(Attempt attempt) {
    if (partnerIsAway) {
      throw new IllegalStateException(attempt.payloadText());
    }
    return Outcome.done();
  }

  private Outcome<?> deliver(Attempt attempt) throws InterruptedException {
    attempt.progress(0.62, "batch 31 of 50");
    ended.await();
    return Outcome.done();
  }
}

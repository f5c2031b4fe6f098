package dev.baton.management.browser;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.limit.Limit;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import dev.baton.local.proxy.FaultyProxy;
import dev.baton.management.JdkHttp;
import dev.baton.management.Management;
import dev.baton.management.access.AccessPolicy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;

/** A service on PostgreSQL whose database, nodes and tasks a scenario can bring into trouble. */
final class TroubledSite implements AutoCloseable {
  /** A type whose partner is away. */
  static final String PAY = "EXECUTE_PAYOUT";

  /** A type whose payloads can't be processed. */
  static final String POST = "POST_LEDGER";

  /** A type that works. */
  static final String MAIL = "MAIL_RECEIPT";

  /** A type whose tasks run until the site is closed, two at a time. */
  static final String SETTLE = "SETTLE_BATCH";

  private static final int SLOTS = 20;

  final Baton baton;
  final FaultyProxy proxy;
  private final DatabaseAddress address;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final List<FaultyProxy> proxies = new ArrayList<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private JdkHttp http;

  TroubledSite(LocalPostgres server) throws Exception {
    address = server.newDatabase();
    proxy = FaultyProxy.before(address);
    proxies.add(proxy);
    HikariDataSource pool = pool(proxy);
    BatonSchema.apply(pool);
    baton = server("payout-1", pool, 2, node -> node);
    serve(baton);
  }

  private HikariDataSource pool(FaultyProxy through) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(address.url().replaceFirst(":\\d+/", ":" + through.port() + "/"));
    config.setUsername(address.user());
    config.setPassword(address.password());
    config.setConnectionTimeout(2_000);
    config.setMaximumPoolSize(12);
    HikariDataSource pool = new HikariDataSource(config);
    open.push(pool);
    return pool;
  }

  private Baton server(
      String name, HikariDataSource pool, int sessions, UnaryOperator<Baton.Builder> with) {
    Baton node =
        with.apply(
                Baton.builder(JdbcStore.of(pool))
                    .name(name)
                    .settings(settings -> settings.maxRunning(SLOTS))
                    .define(definitions(sessions)))
            .start();
    open.push(node);
    return node;
  }

  private TaskDefinition<?, ?>[] definitions(int sessions) {
    Retry quickThenSlow =
        Retry.fixed(Duration.ofMillis(50)).maxAttempts(3).then(Retry.fixed(Duration.ofHours(1)));
    return new TaskDefinition<?, ?>[] {
      RawDefinition.of(
              PAY,
              attempt -> {
                throw new IllegalStateException("bank-7.example.com doesn't answer");
              })
          .retry(quickThenSlow),
      RawDefinition.of(
              POST,
              attempt -> {
                throw new IllegalArgumentException("No such account");
              })
          .retry(Retry.never()),
      RawDefinition.of(MAIL, attempt -> Outcome.done()),
      RawDefinition.of(
              SETTLE,
              attempt -> {
                ended.await();
                return Outcome.done();
              })
          .expectedWait(Duration.ofMillis(1))
          .limits(Limit.cluster("bank-sessions", sessions))
    };
  }

  private void serve(Baton node) throws Exception {
    int port = http == null ? 0 : http.uri().getPort();
    if (http != null) {
      http.close();
    }
    http =
        JdkHttp.serve(
            Management.of(node)
                .accessPolicy(AccessPolicy.everything())
                .principal(request -> Service.ANNA)
                .build(),
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
  }

  String url() {
    return http.uri().toString();
  }

  /** Starts another server behind its own proxy. */
  FaultyProxy another(String name, UnaryOperator<Baton.Builder> with) throws Exception {
    return another(name, 2, with);
  }

  /**
   * Starts another server behind its own proxy.
   *
   * @param sessions the limit of {@link #SETTLE} in its code
   */
  FaultyProxy another(String name, int sessions, UnaryOperator<Baton.Builder> with)
      throws Exception {
    FaultyProxy its = FaultyProxy.before(address);
    proxies.add(its);
    server(name, pool(its), sessions, with);
    return its;
  }

  /** Serves the page from a client, and stops the only server in order. */
  void stopTheServer() throws Exception {
    Baton client = Baton.builder(JdbcStore.of(pool(proxy))).name("page").client().start();
    open.push(client);
    serve(client);
    baton.close();
  }

  /** Sends a request of an operator. */
  void post(String path, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url().replaceFirst("/+$", "") + "/api" + path))
            .header("X-Requested-With", "test")
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> response =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IllegalStateException(response.body());
    }
  }

  /** Runs SQL even if the database is read-only by default. */
  void sql(String... statements) throws SQLException {
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SET default_transaction_read_only = off");
      for (String one : statements) {
        statement.execute(one);
      }
    }
  }

  @Override
  public void close() throws Exception {
    ended.countDown();
    sql("ALTER SYSTEM RESET default_transaction_read_only", "SELECT pg_reload_conf()");
    for (FaultyProxy one : proxies) {
      one.silence(false);
      one.delay(Duration.ZERO);
    }
    http.close();
    while (!open.isEmpty()) {
      open.pop().close();
    }
    proxies.forEach(FaultyProxy::close);
  }
}

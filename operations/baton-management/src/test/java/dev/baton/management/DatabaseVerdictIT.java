package dev.baton.management;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.host.NodeHealth;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import dev.baton.local.proxy.FaultyProxy;
import dev.baton.management.access.AccessPolicy;
import dev.baton.operate.event.NodeEvent;
import dev.baton.operate.incident.IncidentKind;
import dev.baton.operate.incident.IncidentNotice.Reason;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests that a node names the trouble of its PostgreSQL server within five seconds. */
class DatabaseVerdictIT {
  private static final Duration FIVE_SECONDS = Duration.ofSeconds(5);

  private LocalPostgres server;
  private DatabaseAddress direct;
  private FaultyProxy proxy;
  private HikariDataSource pool;
  private Baton baton;
  private JdkHttp http;
  private final NoticeList notices = new NoticeList();
  private final AtomicBoolean hasDuty = new AtomicBoolean();

  @BeforeEach
  void start() throws Exception {
    server = LocalPostgres.temporary(Map.of());
    direct = server.newDatabase();
    proxy = FaultyProxy.before(direct);
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(direct.url().replaceFirst(":\\d+/", ":" + proxy.port() + "/"));
    config.setUsername(direct.user());
    config.setPassword(direct.password());
    config.setConnectionTimeout(2_000);
    pool = new HikariDataSource(config);
    BatonSchema.apply(pool);
    baton =
        Baton.builder(JdbcStore.of(pool))
            .name("node-1")
            .define(RawDefinition.of("T", attempt -> Outcome.done()))
            .incidents(notices.settings())
            .listener(this::heard)
            .start();
    http = Served.serve(baton, AccessPolicy.everything());
    Verdicts.until(() -> Verdicts.overview(http).json().get("trouble").isEmpty());
    Verdicts.until(hasDuty::get);
  }

  private void heard(TaskEvent event) {
    if (event instanceof NodeEvent.Leading leading && leading.duty().equals("incidents")) {
      hasDuty.compareAndSet(false, leading.leads());
    }
  }

  @AfterEach
  void stop() {
    proxy.refuse(true);
    http.close();
    baton.close();
    pool.close();
    proxy.close();
    server.stop();
  }

  @Test
  void readOnlyServerIsNamedByOverviewProblemAndHealth() throws Exception {
    run("ALTER SYSTEM SET default_transaction_read_only = on");
    run("SELECT pg_reload_conf()");
    long began = System.nanoTime();
    JsonNode line = Verdicts.await(http, "DATABASE");
    assertThat(since(began)).isLessThan(FIVE_SECONDS.plusMillis(800));
    assertThat(line.get("text").stringValue()).startsWith("The database takes no writes: ");
    assertThat(Verdicts.overview(http).json().get("trouble")).as("one line").hasSize(1);
    Answer refused =
        Served.send(
            HttpRequest.newBuilder(URI.create(http.uri() + "/api/pauses"))
                .header("X-Name", "alice")
                .header("X-Requested-With", "test")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"type\":\"T\",\"reason\":\"r\"}")));
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.at("/database")).isEqualTo("READ_ONLY");
    assertThat(refused.at("/detail")).startsWith("The database takes no writes: ");
    assertThat(NodeHealth.of(baton).trouble()).hasMessageStartingWith("READ_ONLY: ");
    Verdicts.until(() -> Verdicts.overview(http).at("/nodes/live").equals("0"));
    assertThat(Verdicts.overview(http).json().get("trouble")).as("one line").hasSize(1);
    reported(Reason.OPENED, "baton: the database takes no writes (READ_ONLY)");
    run("ALTER SYSTEM RESET default_transaction_read_only");
    run("SELECT pg_reload_conf()");
    Verdicts.until(() -> Verdicts.overview(http).json().get("trouble").isEmpty());
    reported(Reason.RESOLVED, "baton: the database works again (READ_ONLY)");
    assertThat(NodeHealth.of(baton).trouble()).isNull();
  }

  @Test
  void slowServerIsNamedWithItsTime() throws Exception {
    proxy.delay(Duration.ofMillis(150));
    long began = System.nanoTime();
    Verdicts.until(() -> !baton.cluster().storeWarnings().isEmpty());
    assertThat(since(began)).isLessThan(FIVE_SECONDS);
    long asked = System.nanoTime();
    Answer panels =
        Served.send(
            HttpRequest.newBuilder(URI.create(http.uri() + "/api/overview/panels"))
                .header("X-Name", "alice"));
    assertThat(panels.at("/trouble/0/text")).startsWith("The database takes ");
    assertThat(since(asked)).as("without its answers").isLessThan(Duration.ofSeconds(1));
    JsonNode line = Verdicts.await(http, "DATABASE");
    assertThat(line.get("text").stringValue())
        .matches("The database takes [\\d ms]+ to answer a small query, normally \\d+ ms\\..*");
    reported(Reason.OPENED, "baton: the database is slow (SLOW)");
    proxy.delay(Duration.ZERO);
    Verdicts.until(() -> Verdicts.overview(http).json().get("trouble").isEmpty());
  }

  @Test
  void silentServerIsNamedByProblemAndHealth() throws Exception {
    proxy.silence(true);
    long began = System.nanoTime();
    Verdicts.until(() -> !baton.cluster().storeWarnings().isEmpty());
    assertThat(since(began)).isLessThan(FIVE_SECONDS);
    assertThat(NodeHealth.of(baton).trouble()).hasMessageStartingWith("UNREACHABLE: ");
    Answer overview = Verdicts.overview(http);
    assertThat(overview.status()).isEqualTo(503);
    assertThat(overview.at("/database")).isEqualTo("UNREACHABLE");
    assertThat(overview.at("/detail")).startsWith("The database has not answered this node since ");
    reported(Reason.OPENED, "baton: the database doesn't answer (UNREACHABLE)");
    proxy.silence(false);
    reported(Reason.RESOLVED, "baton: the database works again (UNREACHABLE)");
    Verdicts.until(
        () ->
            Verdicts.overview(http).status() == 200
                && Verdicts.overview(http).json().get("trouble").isEmpty());
  }

  private void reported(Reason reason, String summary) throws InterruptedException {
    Verdicts.until(() -> !notices.summaries(IncidentKind.DATABASE, reason).isEmpty());
    assertThat(notices.summaries(IncidentKind.DATABASE, reason)).containsExactly(summary);
  }

  private static Duration since(long beganNanos) {
    return Duration.ofNanos(System.nanoTime() - beganNanos);
  }

  private void run(String sql) throws SQLException {
    try (Connection connection = direct.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SET default_transaction_read_only = off");
      statement.execute(sql);
    }
  }
}

package dev.baton.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.handler.Outcome;
import dev.baton.operate.Operations;
import dev.baton.operate.TaskInfo;
import dev.baton.quarkus.CronTask;
import dev.baton.quarkus.TaskHandler;
import dev.baton.schedule.Schedules;
import dev.baton.spi.Leadership;
import dev.baton.task.Bytes;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.QuarkusUnitTest;
import io.restassured.RestAssured;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.hamcrest.Matchers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Tests what the extension gives an application: handlers as beans, transactions, health and
 * meters.
 */
class BatonTest {
  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      new QuarkusUnitTest()
          .withApplicationRoot(
              jar ->
                  jar.addClasses(
                      Payouts.class, Seen.class, Receipt.class, Request.class, Alone.class))
          .overrideConfigKey("quarkus.http.test-port", "0")
          .overrideConfigKey("quarkus.datasource.db-kind", "h2")
          .overrideConfigKey("quarkus.datasource.jdbc.url", weakDatabase())
          .overrideConfigKey("quarkus.datasource.devservices.enabled", "false")
          .overrideConfigKey("quarkus.datasource.jdbc.acquisition-timeout", "60s")
          .overrideConfigKey("baton.name", "quarkus-node")
          .overrideConfigKey("receipts.type", "SEND_RECEIPT");

  /** Without WRITE_DELAY=0 a database in a file isn't durable, and the health reports this. */
  private static String weakDatabase() {
    return "jdbc:h2:file:"
        + Path.of("target", "h2", UUID.randomUUID().toString()).toAbsolutePath()
        + ";DB_CLOSE_DELAY=-1";
  }

  record Receipt(String payout, int amount) {}

  static final TaskType<Receipt, Void> SEND_RECEIPT = TaskType.of("SEND_RECEIPT", Receipt.class);

  /** A bean that exists once for each attempt. */
  @RequestScoped
  static class Request {
    private final UUID id = UUID.randomUUID();

    UUID id() {
      return id;
    }
  }

  @ApplicationScoped
  static class Seen {
    private final LinkedBlockingQueue<String> texts = new LinkedBlockingQueue<>();

    void saw(String text) {
      texts.add(text);
    }

    boolean isEmpty() {
      return texts.isEmpty();
    }

    String next() throws InterruptedException {
      String next = texts.poll(60, TimeUnit.SECONDS);
      assertThat(next).as("the next entry of a handler").isNotNull();
      return next;
    }
  }

  /** The node leads every duty, because it is the only one. */
  @Singleton
  static class Alone implements Leadership {
    private final LinkedBlockingQueue<String> asked = new LinkedBlockingQueue<>();

    @Override
    public Optional<Duration> lead(String duty, UUID node) {
      asked.add(duty);
      return Optional.of(Duration.ofSeconds(10));
    }

    @Override
    public void resign(String duty, UUID node) {}
  }

  /** A bean without a scope. */
  static class Payouts {
    @Inject DataSource dataSource;
    @Inject Tasks tasks;
    @Inject Seen seen;
    @Inject Request request;

    @Produces
    TaskType<Receipt, Void> sendReceipt() {
      return SEND_RECEIPT;
    }

    @TaskHandler("${receipts.type}")
    void send(Receipt receipt) {
      seen.saw(receipt.payout() + " " + receipt.amount() + " " + (request.id() != null));
    }

    @TaskHandler(value = "PAY", transactional = true, attempts = 1, failWhenExhausted = true)
    Outcome<?> pay(String payout) throws SQLException {
      write(payout);
      tasks.add(SEND_RECEIPT.with(new Receipt(payout, 7)));
      if (payout.startsWith("bad")) {
        throw new IllegalStateException("after the booking");
      }
      return Outcome.done();
    }

    @TaskHandler(value = "MANY", chunk = 10, linger = "10ms")
    void many(List<Receipt> receipts) {
      receipts.forEach(one -> seen.saw("one of " + one.payout()));
    }

    @CronTask(name = "CLOSE_DAY", cron = "0 30 18 * * MON-FRI", zone = "Europe/Berlin")
    void closeDay() {}

    @Transactional
    void payNow(String payout, boolean fails) throws SQLException {
      write(payout);
      tasks.add(SEND_RECEIPT.with(new Receipt(payout, 1)));
      if (fails) {
        throw new IllegalStateException("rolled back");
      }
    }

    private void write(String payout) throws SQLException {
      try (Connection connection = dataSource.getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE IF NOT EXISTS payout (name VARCHAR(100))");
        statement.execute("INSERT INTO payout VALUES ('" + payout + "')");
      }
    }
  }

  @Inject Baton baton;
  @Inject Tasks tasks;
  @Inject Operations operations;
  @Inject Schedules schedules;
  @Inject DataSource dataSource;
  @Inject Payouts payouts;
  @Inject Seen seen;
  @Inject Alone alone;
  @Inject MeterRegistry meters;

  @Test
  void taskCommitsWithTheCallerAndRunsInItsHandlerBean() throws Exception {
    payouts.payNow("p1", false);
    assertThat(seen.next()).isEqualTo("p1 1 true");
    assertThatThrownBy(() -> payouts.payNow("p2", true)).hasMessage("rolled back");
    QuarkusTransaction.requiringNew()
        .run(() -> tasks.add(SEND_RECEIPT.with(new Receipt("marker", 0))));
    assertThat(seen.next()).isEqualTo("marker 0 true");
    assertThat(names()).contains("p1").doesNotContain("p2");
  }

  @Test
  void transactionalHandlerCommitsWithItsTask() throws Exception {
    payouts.payNow("table", false);
    assertThat(seen.next()).startsWith("table");
    tasks.add(TaskType.of("PAY", Bytes.class).with(Bytes.of("p3")));
    assertThat(seen.next()).isEqualTo("p3 7 true");
    UUID bad = tasks.add(TaskType.of("PAY", Bytes.class).with(Bytes.of("bad"))).taskId();
    assertThat(fails(bad)).contains("after the booking");
    assertThat(names()).contains("p3").doesNotContain("bad");
    assertThat(seen.isEmpty()).isTrue();
  }

  @Test
  void chunkAndCronMethodsAreFound() throws Exception {
    tasks.add(TaskType.of("MANY", Receipt.class).with(new Receipt("many", 1)));
    assertThat(seen.next()).isEqualTo("one of many");
    assertThat(schedules.find("CLOSE_DAY")).isPresent();
  }

  @Test
  void aLeadershipBeanDecidesWhoLeads() throws Exception {
    assertThat(alone.asked.poll(60, TimeUnit.SECONDS)).isNotNull();
  }

  @Test
  void healthAndMetersReportTheNode() throws Exception {
    RestAssured.get("/q/health/ready")
        .then()
        .statusCode(200)
        .body("checks.find { it.name == 'Baton' }.data.node", Matchers.equalTo("running"))
        .body(
            "checks.find { it.name == 'Baton' }.data.database",
            Matchers.containsString("UNSAFE_COMMITS"));
    tasks.add(SEND_RECEIPT.with(new Receipt("metered", 1)));
    assertThat(seen.next()).startsWith("metered");
    assertThat(meters.find("baton.tasks.added").counters()).isNotEmpty();
    assertThat(baton.cluster().nodes())
        .anyMatch(member -> member.node().card().name().equals("quarkus-node"));
  }

  private String fails(UUID id) throws InterruptedException {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (operations.find(id).filter(TaskInfo::isFinished).isEmpty()
        && System.nanoTime() < until) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    return operations.find(id).orElseThrow().error().orElseThrow();
  }

  private List<String> names() throws SQLException {
    List<String> names = new ArrayList<>();
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT name FROM payout")) {
      while (rows.next()) {
        names.add(rows.getString(1));
      }
    }
    return names;
  }
}

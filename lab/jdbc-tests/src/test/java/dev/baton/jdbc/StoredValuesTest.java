package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.jdbc.dialect.Dialect;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.operate.cluster.StoreWarning;
import dev.baton.task.Bytes;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TimeZone;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StoredValuesTest {
  private static final TimeZone ZONE = TimeZone.getDefault();
  private static final Instant HARD = Instant.parse("2026-10-25T01:30:00.123457Z");

  @AfterEach
  void zoneAsItWas() {
    TimeZone.setDefault(ZONE);
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void timesMeanTheSameInEveryZone(TestDatabase database) throws Exception {
    TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Auckland"));
    TaskDraft draft = TaskDraft.due("T", HARD.plus(Duration.ofDays(36_500)));
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      JdbcTaskStore store = JdbcTaskStore.of(pool);
      JdbcTransactions.of(pool).run(t -> store.insert(t, List.of(draft.build())));
      assertThat(store.find(draft.id()).orElseThrow().position().runAt())
          .isEqualTo(HARD.plus(Duration.ofDays(36_500)));
      TaskDraft ready = TaskDraft.ready("T");
      JdbcTransactions.of(pool).run(t -> store.insert(t, List.of(ready.build())));
      Task soon = store.find(ready.id()).orElseThrow();
      assertThat(Duration.between(soon.createdAt(), Instant.now()).abs())
          .isLessThan(Duration.ofMinutes(1));

      TimeZone.setDefault(TimeZone.getTimeZone("America/Los_Angeles"));
      try (HikariDataSource elsewhere = another(pool)) {
        JdbcTaskStore other = JdbcTaskStore.of(elsewhere);
        assertThat(other.find(draft.id())).isEqualTo(store.find(draft.id()));
        assertThat(other.find(ready.id())).contains(soon);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  @Tag("deep")
  void twelveMegabytesComeBackAsTheyWere(TestDatabase database) throws Exception {
    JdbcFixture fixture = new JdbcFixture(database);
    byte[] large = new byte[12 * 1024 * 1024];
    new Random(1).nextBytes(large);
    TaskDraft draft = TaskDraft.ready("T").withPayload(Bytes.of(large));
    Task ready = fixture.given().added(draft);
    assertThat(ready.spec().payload()).isEqualTo(Bytes.of(large));
    Task held = fixture.given().claim(ready, UUID.randomUUID());
    fixture.given().applied(HolderRules.done(held, Bytes.of("r"), StoreScenario.KEEP));
    assertThat(fixture.given().finished(draft.id()).spec().payload()).isEqualTo(Bytes.of(large));
  }

  @Test
  void aPayloadLargerThanTheServersPacketIsRefusedWithTheSettingsName() {
    JdbcFixture fixture = new JdbcFixture(TestDatabase.MARIADB);
    // Zeros are escaped, so this payload doubles.
    TaskDraft draft = TaskDraft.ready("T").withPayload(Bytes.of(new byte[12 * 1024 * 1024]));
    assertThatThrownBy(() -> fixture.given().add(draft))
        .isInstanceOf(RequestRefusedException.class)
        .hasMessageContaining("max_allowed_packet")
        .hasMessageContaining("40M");
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void oddTextsAreKeptOrMendedAndNeverFailABatch(TestDatabase database) throws Exception {
    JdbcFixture fixture = new JdbcFixture(database);
    Map<String, String> context = Map.of("a=b&c", "ü€😀 %+", "empty", "");
    TaskDraft draft = TaskDraft.ready("Ünïcode 😀").withKey("Kéy").withContext(context);
    Task ready = fixture.given().added(draft);
    assertThat(ready.spec().context()).isEqualTo(context);
    assertThat(ready.spec().flow()).isEqualTo(draft.build().spec().flow());
    Task held = fixture.given().claim(ready, UUID.randomUUID());
    String cut = "half a 😀".substring(0, 8) + "\u0000";
    fixture.given().applied(HolderRules.failed(held, cut, StoreScenario.KEEP));
    assertThat(fixture.given().finished(draft.id()).error()).startsWith("half a \uFFFD").hasSize(9);
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void failedAttemptsLeaveTheirErrorUntilTheTaskLeavesNoTrace(TestDatabase database)
      throws Exception {
    JdbcFixture fixture = new JdbcFixture(database);
    Task held = fixture.given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    fixture.given().applied(HolderRules.retryNow(held, StoreScenario.HINT_EXPIRY, "it broke"));
    assertThat(
            count(fixture, "SELECT count(*) FROM baton_attempt WHERE number = 1 AND outcome = 2"))
        .isEqualTo(1);
    Task again = fixture.given().claim(fixture.given().find(held.id()), UUID.randomUUID());
    fixture.given().applied(HolderRules.done(again, null, Duration.ZERO));
    assertThat(count(fixture, "SELECT count(*) FROM baton_attempt")).isZero();
    assertThat(count(fixture, "SELECT count(*) FROM baton_task")).isZero();
  }

  @Test
  void anH2FileThatAKillMayRobOfCommitsIsNamedWithTheSettings(@TempDir Path folder)
      throws Exception {
    String url = "jdbc:h2:file:" + folder.resolve("db");
    try (Connection connection = DriverManager.getConnection(url)) {
      assertThat(Dialect.of(connection).warnings(connection))
          .extracting(StoreWarning::message)
          .satisfiesExactly(
              delayed -> assertThat(delayed).contains(";WRITE_DELAY=0"),
              reused -> assertThat(reused).contains(";REUSE_SPACE=FALSE"));
    }
    try (Connection connection =
        DriverManager.getConnection(url + ";WRITE_DELAY=0;REUSE_SPACE=FALSE")) {
      assertThat(Dialect.of(connection).warnings(connection)).isEmpty();
    }
  }

  private static long count(JdbcFixture fixture, String query) throws Exception {
    return TestDatabase.number(fixture.dataSource(), query);
  }

  private static HikariDataSource another(HikariDataSource pool) {
    return TestDatabase.pool(
        new dev.baton.local.DatabaseAddress(
            pool.getJdbcUrl(), pool.getUsername(), pool.getPassword()));
  }
}

package dev.baton.jdbc.notify;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.jdbc.BatonSchema;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests what is sent over the wire, and on which connections. */
class NotifyTrafficTest {
  private static final List<String> BUCKETS = List.of("default");

  private static DatabaseAddress address;
  private static HikariDataSource pool;

  @BeforeAll
  static void prepare() {
    address = LocalPostgres.temporary().newDatabase();
    pool = PostgresPool.on(address);
    BatonSchema.apply(pool);
  }

  @AfterAll
  static void closePool() {
    pool.close();
  }

  @Test
  void aFloodIsSentInFewStatementsAndAllOfItArrives() throws Exception {
    Ear ear = new Ear();
    try (NotifyChannel from = NotifyChannel.on(pool);
        NotifyChannel to = NotifyChannel.on(pool)) {
      opened(to, ear);
      opened(from, new Ear());
      TestListener wire = new TestListener(address, "baton_public");
      long statementsBefore = from.counts().statements.sum();
      long messagesBefore = from.counts().messages.sum();
      long began = System.nanoTime();
      for (int i = 0; i < 5_000; i++) {
        from.publish(List.of(Ear.hint(i)));
        if (i % 100 == 0) {
          Waiting.moment(2);
        }
      }
      Waiting.until("all received", () -> ear.count() == 5_000);
      long windows = (System.nanoTime() - began) / 10_000_000 + 1;
      // A hint may arrive before it is counted.
      Waiting.until("all counted", () -> from.counts().sent.sum() == 5_000);
      long statements = from.counts().statements.sum() - statementsBefore;
      long messages = from.counts().messages.sum() - messagesBefore;
      assertThat(statements).isBetween(2L, windows + 1);
      assertThat(wire.heard()).hasSize((int) messages);
      assertThat(messages).isLessThan(statements + 5_000 / 60);
      assertThat(to.counts().received.sum()).isEqualTo(5_000);
      wire.close();
    }
  }

  @Test
  void tooManyHintsBecomeOneCallToLook() throws Exception {
    Ear ear = new Ear();
    try (NotifyChannel from = NotifyChannel.on(pool);
        NotifyChannel to = NotifyChannel.on(pool)) {
      opened(to, ear);
      opened(from, new Ear());
      TestListener wire = new TestListener(address, "baton_public");
      int looks = ear.looks();
      List<Candidate> many = new ArrayList<>();
      for (int i = 0; i < 50_000; i++) {
        many.add(Ear.hint(i));
      }
      from.publish(many);
      Waiting.until("got a call to look", () -> ear.looks() > looks);
      assertThat(wire.heard()).hasSize(1);
      wire.close();
      assertThat(from.counts().unsent.sum()).isPositive();
      Candidate huge =
          new Candidate(
              UUID.randomUUID(), 1, "default", new Flow("T", "漢".repeat(2_000)), 5, Instant.EPOCH);
      from.publish(List.of(huge));
      Waiting.until("got a call to look again", () -> ear.looks() > looks + 1);
    }
  }

  @Test
  void foreignNotificationsAreCountedAndSkipped() throws Exception {
    Ear ear = new Ear();
    try (TestListener stranger = new TestListener(address, "elsewhere");
        NotifyChannel from = NotifyChannel.on(pool);
        NotifyChannel to = NotifyChannel.on(pool)) {
      opened(to, ear);
      opened(from, new Ear());
      stranger.execute("NOTIFY baton_public");
      stranger.execute("NOTIFY baton_public, 'hello\tthere'");
      stranger.execute("SELECT pg_notify('baton_public', E'baton1\\ts\\tdefault\\nrubbish')");
      from.publish(List.of(Ear.hint(1)));
      ear.awaitHint(Ear.hint(1));
      assertThat(ear.count()).isEqualTo(1);
      assertThat(to.counts().malformed.sum()).isEqualTo(3);
      assertThat(to.counts().opened.sum()).isEqualTo(1);
    }
  }

  @Test
  void ownHintsAndHintsOfOtherBucketsAreIgnored() throws Exception {
    Ear own = new Ear();
    Ear other = new Ear();
    try (NotifyChannel from = NotifyChannel.on(pool);
        NotifyChannel to = NotifyChannel.on(pool)) {
      opened(from, own);
      opened(to, other);
      from.publish(List.of(Ear.hint("payout", 1), Ear.hint("default", 2)));
      other.awaitHint(Ear.hint("default", 2));
      to.publish(List.of(Ear.hint("default", 3)));
      own.awaitHint(Ear.hint("default", 3));
      assertThat(other.count()).isEqualTo(1);
      assertThat(own.count()).isEqualTo(1);
    }
  }

  @Test
  void nodesOfTwoSchemasGetNoHintsFromEachOther() throws Exception {
    String odd = "an \"odd\" schema of " + "länge ".repeat(6);
    try (HikariDataSource oddPool =
        PostgresPool.of(address.url() + "?currentSchema=" + encoded(odd), address, 4)) {
      try (Connection connection = pool.getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE SCHEMA \"" + odd.replace("\"", "\"\"") + '"');
      }
      BatonSchema.apply(oddPool);
      Ear inPublic = new Ear();
      Ear inOdd = new Ear();
      try (NotifyChannel here = NotifyChannel.on(pool);
          NotifyChannel there = NotifyChannel.on(oddPool);
          NotifyChannel alsoHere = NotifyChannel.on(pool);
          NotifyChannel alsoThere = NotifyChannel.on(oddPool)) {
        opened(here, inPublic);
        opened(there, inOdd);
        opened(alsoHere, new Ear());
        opened(alsoThere, new Ear());
        alsoHere.publish(List.of(Ear.hint(1)));
        inPublic.awaitHint(Ear.hint(1));
        alsoThere.publish(List.of(Ear.hint(2)));
        inOdd.awaitHint(Ear.hint(2));
        assertThat(inPublic.count()).isEqualTo(1);
        assertThat(inOdd.count()).isEqualTo(1);
      }
    }
  }

  @Test
  void listeningUsesNoConnectionOfAKnownPool() throws Exception {
    Ear ear = new Ear();
    try (HikariDataSource one = PostgresPool.of(address.url(), address, 1);
        NotifyChannel from = NotifyChannel.on(one);
        NotifyChannel to = NotifyChannel.on(one)) {
      opened(from, new Ear());
      opened(to, ear);
      from.publish(List.of(Ear.hint(1)));
      ear.awaitHint(Ear.hint(1));
      try (Connection theOnlyOne = one.getConnection()) {
        assertThat(theOnlyOne.isValid(1)).isTrue();
      }
    }
    Waiting.until("listeners closed", () -> listeners() == 0);
  }

  @Test
  void unknownPoolLendsAConnectionAndGetsItBackClean() throws Exception {
    Ear ear = new Ear();
    try (HikariDataSource two = PostgresPool.of(address.url(), address, 2)) {
      try (NotifyChannel from = NotifyChannel.on(two);
          NotifyChannel to = NotifyChannel.on(OpaqueDataSource.around(two))) {
        opened(from, new Ear());
        opened(to, ear);
        from.publish(List.of(Ear.hint(1)));
        ear.awaitHint(Ear.hint(1));
      }
      assertThat(two.getHikariPoolMXBean().getActiveConnections()).isZero();
      try (Connection first = two.getConnection();
          Connection second = two.getConnection()) {
        for (Connection each : List.of(first, second)) {
          assertThat(each.getNetworkTimeout()).isZero();
          assertThat(listensTo(each)).isEmpty();
        }
      }
    }
  }

  @Test
  void anotherDataSourceMayBeGivenForListening() throws Exception {
    Ear ear = new Ear();
    try (NotifyChannel from = NotifyChannel.on(pool);
        NotifyChannel to =
            NotifyChannel.on(pool).listeningOn(PostgresPool.direct(address.url(), address))) {
      opened(from, new Ear());
      opened(to, ear);
      from.publish(List.of(Ear.hint(1)));
      ear.awaitHint(Ear.hint(1));
    }
  }

  @Test
  void waitingHintsAreSentAtTheEnd() throws Exception {
    Ear ear = new Ear();
    try (NotifyChannel to = NotifyChannel.on(pool)) {
      opened(to, ear);
      try (NotifyChannel from = NotifyChannel.on(pool)) {
        from.open(List.of(), new Ear());
        from.publish(List.of(Ear.hint(1)));
        from.publish(List.of(Ear.hint(2)));
      }
      ear.awaitHint(Ear.hint(1));
      ear.awaitHint(Ear.hint(2));
    }
    Waiting.until("threads ended", NotifyTrafficTest::noThreadIsLeft);
  }

  private static boolean noThreadIsLeft() {
    return Thread.getAllStackTraces().keySet().stream()
        .noneMatch(thread -> thread.getName().startsWith("baton-notify"));
  }

  private static void opened(NotifyChannel channel, Ear ear) {
    new OpenAtOnce(channel).open(BUCKETS, ear);
  }

  private static String encoded(String schema) {
    return java.net.URLEncoder.encode(
        '"' + schema.replace("\"", "\"\"") + '"', java.nio.charset.StandardCharsets.UTF_8);
  }

  private static long listeners() {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'baton hints'"
                    + " AND datname = current_database()")) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> listensTo(Connection connection) throws SQLException {
    List<String> names = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT pg_listening_channels()")) {
      while (rows.next()) {
        names.add(rows.getString(1));
      }
    }
    return names;
  }
}

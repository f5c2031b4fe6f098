package dev.baton.jdbc.notify;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.jdbc.BatonSchema;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/** Tests that hints end when the database or the network fails, and resume by themselves. */
@Tag("deep")
class NotifyOutageIT {
  private static final List<String> BUCKETS = List.of("default");

  private final Ear ear = new Ear();

  @Test
  void anEndedBackendIsReplacedAndItsNodeLooks() throws Exception {
    DatabaseAddress address = LocalPostgres.temporary().newDatabase();
    try (HikariDataSource pool = PostgresPool.on(address)) {
      BatonSchema.apply(pool);
      try (NotifyChannel from = NotifyChannel.on(pool);
          NotifyChannel to = NotifyChannel.on(pool)) {
        opened(from, new Ear());
        opened(to, ear);
        int looks = ear.looks();
        execute(
            address,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                + " WHERE application_name = 'baton hints' AND datname = current_database()");
        Waiting.until(
            "both listen again", () -> to.counts().opened.sum() + from.counts().opened.sum() >= 4);
        assertThat(ear.looks()).isGreaterThan(looks);
        hintsArrive(from, 1);
      }
    }
  }

  @Test
  void connectionsThatHangAreNoticedInSecondsAlsoInTheMiddleOfAMessage() throws Exception {
    DatabaseAddress address = LocalPostgres.temporary().newDatabase();
    Ear cutShort = new Ear();
    try (HikariDataSource pool = PostgresPool.on(address);
        Wire silent = new Wire(port(address));
        Wire shortening = new Wire(port(address))) {
      BatonSchema.apply(pool);
      try (NotifyChannel from = NotifyChannel.on(pool);
          NotifyChannel to = through(silent, pool, address);
          NotifyChannel alsoTo = through(shortening, pool, address)) {
        opened(from, new Ear());
        opened(to, ear);
        opened(alsoTo, cutShort);
        hintsArrive(from, 1);
        silent.swallowAfter(0);
        shortening.swallowAfter(3);
        from.publish(List.of(Ear.hint(2)));
        Waiting.until("got a call to look", () -> ear.looks() > 1);
        Waiting.until("got a call to look, too", () -> cutShort.looks() > 1);
        hintsArrive(from, 3);
        cutShort.awaitHint(Ear.hint(3));
      }
    }
  }

  private static NotifyChannel through(Wire wire, DataSource pool, DatabaseAddress address) {
    return NotifyChannel.on(pool)
        .listeningOn(PostgresPool.direct(wire.through(address.url()), address));
  }

  @Test
  void connectionWithoutNotificationsDoesNotCountAsListening() throws Exception {
    DatabaseAddress address = LocalPostgres.temporary().newDatabase();
    // Like a pooler in transaction mode: LISTEN is accepted, but no notification ever comes.
    DatabaseAddress elsewhere = LocalPostgres.temporary().newDatabase();
    try (HikariDataSource pool = PostgresPool.on(address)) {
      BatonSchema.apply(pool);
      try (NotifyChannel deaf =
          NotifyChannel.on(pool).listeningOn(PostgresPool.direct(elsewhere.url(), elsewhere))) {
        deaf.open(BUCKETS, ear);
        Waiting.until("given up", () -> deaf.counts().opened.sum() > 1);
        assertThat(deaf.isListening()).isFalse();
      }
    }
  }

  @Test
  void aRestartedServerIsFoundAgainBySenderAndListener(@TempDir Path folder) throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    DatabaseAddress address = LocalPostgres.at(folder).database("baton");
    try (Wire wire = new Wire(port(address))) {
      String url = wire.through(address.url());

      try (HikariDataSource pool = PostgresPool.of(url, address, 4);
          NotifyChannel from = NotifyChannel.on(pool);
          NotifyChannel to = NotifyChannel.on(pool)) {
        BatonSchema.apply(pool);
        opened(from, new Ear());
        opened(to, ear);
        hintsArrive(from, 1);
        LocalPostgres.stopAt(folder);
        Waiting.until("both know", () -> !to.isListening() && !from.isListening());
        int looks = ear.looks();
        from.publish(List.of(Ear.hint(2)));
        Waiting.until("can't be sent", () -> from.counts().unsent.sum() == 1);
        wire.leadTo(port(LocalPostgres.at(folder).database("baton")));
        Waiting.until("both listen", () -> to.isListening() && from.isListening());
        assertThat(ear.looks()).isGreaterThan(looks);
        hintsArrive(from, 3);
      }
    } finally {
      LocalPostgres.stopAt(folder);
    }
  }

  @Test
  void channelWaitsForADatabaseThatIsUnavailableAtStart() throws Exception {
    DatabaseAddress address = LocalPostgres.temporary().newDatabase();
    PGSimpleDataSource behind = new PGSimpleDataSource();
    try (Wire wire = new Wire(1)) {
      behind.setUrl(wire.through(address.url()));
      behind.setUser(address.user());
      behind.setPassword(address.password());
      try (NotifyChannel from = NotifyChannel.on(behind);
          NotifyChannel to = NotifyChannel.on(behind)) {
        from.open(BUCKETS, new Ear());
        to.open(BUCKETS, ear);
        from.publish(List.of(Ear.hint(1)));
        Waiting.until("can't be sent", () -> from.counts().unsent.sum() == 1);
        wire.leadTo(port(address));
        // The tables are still missing, so the node waits for them, too.
        Waiting.moment(300);
        assertThat(to.isListening()).isFalse();
        PGSimpleDataSource straight = new PGSimpleDataSource();
        straight.setUrl(address.url());
        straight.setUser(address.user());
        straight.setPassword(address.password());
        BatonSchema.apply(straight);
        Waiting.until("listening", () -> to.isListening());
        hintsArrive(from, 2);
      }
    }
  }

  @Test
  void aFullNotificationQueueHarmsOnlyHints() throws Exception {
    LocalPostgres server = LocalPostgres.temporary(Map.of("max_notify_queue_pages", "64"));
    try {
      DatabaseAddress address = server.newDatabase();
      try (HikariDataSource pool = PostgresPool.on(address);
          Connection sleeper = address.connect()) {
        BatonSchema.apply(pool);
        try (NotifyChannel from = NotifyChannel.on(pool);
            NotifyChannel to = NotifyChannel.on(pool)) {
          opened(from, new Ear());
          opened(to, ear);
          sleeper.setAutoCommit(false);
          listenForGood(sleeper);
          fillTheQueue(address);
          from.publish(List.of(Ear.hint(1)));
          Waiting.until("refused by the server", () -> from.counts().unsent.sum() == 1);
          int looks = ear.looks();
          sleeper.close();
          Waiting.until("got a call to look", () -> ear.looks() > looks);
          hintsArrive(from, 2);
        }
      }
    } finally {
      server.stop();
    }
  }

  /** Listens but never receives: its transaction stays open. */
  private static void listenForGood(Connection sleeper) throws SQLException {
    try (Statement statement = sleeper.createStatement()) {
      statement.execute("LISTEN anything");
      sleeper.commit();
      statement.execute("SELECT 1");
    }
  }

  private static void fillTheQueue(DatabaseAddress address) {
    try {
      for (int i = 0; i < 1_000; i++) {
        execute(
            address,
            "SELECT count(pg_notify('anything', repeat('x', 7000) || n)) FROM"
                + " generate_series(1, 20) n");
      }
      throw new AssertionError("the queue never becomes full");
    } catch (SQLException full) {
      assertThat(full.getMessage()).contains("queue");
    }
  }

  /** Sends hints until they arrive: after an outage the first hints come as a call to look. */
  private void hintsArrive(NotifyChannel from, int number) {
    Waiting.until(
        "hint " + number,
        () -> {
          from.publish(List.of(Ear.hint(number)));
          Waiting.moment(50);
          return ear.hasHeard(Ear.hint(number));
        });
  }

  private static void opened(NotifyChannel channel, Ear ear) {
    new OpenAtOnce(channel).open(BUCKETS, ear);
  }

  private static int port(DatabaseAddress address) {
    return URI.create(address.url().substring("jdbc:".length())).getPort();
  }

  private static void execute(DatabaseAddress address, String sql) throws SQLException {
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}

package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.jdbc.sql.StoreErrors;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.local.DatabaseAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.NoSuchElementException;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("deep")
class PoolTroubleTest {
  private static final long SHORT_MILLIS = 500;
  private static final long LONG_MILLIS = 60_000;

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void exhaustedPoolIsReportedWithTheNeededSize(TestDatabase database) throws Exception {
    DatabaseAddress address = database.newAddress();
    try (HikariDataSource patient = TestDatabase.pool(address)) {
      BatonSchema.apply(patient);
    }
    try (HikariDataSource pool = poolOfOne(address)) {
      JdbcTaskStore store = JdbcTaskStore.of(pool);
      try (Connection taken = pool.getConnection()) {
        assertThat(taken.isValid(10)).isTrue();
        assertThatThrownBy(() -> store.find(new UUID(1, 1)))
            .isInstanceOf(StoreUnavailableException.class)
            .hasMessageContaining("Every connection of the pool is in use")
            .hasMessageContaining("up to 11 and four more for each bucket")
            .hasMessageContaining("maximumPoolSize");
        assertThatThrownBy(() -> JdbcTransactions.of(pool).run(transaction -> {}))
            .isInstanceOf(StoreUnavailableException.class)
            .hasMessageContaining("Every connection of the pool is in use");
      }
      assertThat(store.find(new UUID(1, 1))).isEmpty();
    }
  }

  @Test
  void missingDatabaseIsNotReportedAsAnExhaustedPool() throws Exception {
    HikariConfig config = configOfOne();
    // No server listens on port 1; another process may have taken a port that was free a moment
    // ago.
    config.setJdbcUrl("jdbc:postgresql://127.0.0.1:1/none");
    config.setInitializationFailTimeout(-1);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      assertThatThrownBy(() -> JdbcTaskStore.of(pool))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("Check the URL")
          .hasMessageNotContaining("taken");
    }
  }

  @Test
  void poolsAreRecognizedByTheirExceptions() {
    SQLException refused = new SQLException("Connection refused", "08001");
    assertThat(StoreErrors.isExhausted(refused)).isFalse();
    assertThat(StoreErrors.isExhausted(new SQLException("connect timed out", "08001"))).isFalse();
    assertThat(StoreErrors.isExhausted(new SQLTransientConnectionException("pool", "", refused)))
        .isFalse();
    assertThat(StoreErrors.isExhausted(new SQLTransientConnectionException("pool"))).isTrue();
    SQLException dbcp =
        new SQLException(
            "Cannot get a connection, pool error Timeout waiting for idle object",
            new NoSuchElementException("Timeout waiting for idle object"));
    assertThat(StoreErrors.isExhausted(dbcp)).isTrue();
    assertThat(StoreErrors.isExhausted(new SQLException("Sorry, acquisition timeout!"))).isTrue();
    assertThat(StoreErrors.isExhausted(new SQLException("Timeout: Pool empty."))).isTrue();
  }

  private static HikariDataSource poolOfOne(DatabaseAddress address) {
    HikariConfig config = configOfOne();
    config.setJdbcUrl(address.url());
    config.setUsername(address.user());
    config.setPassword(address.password());
    return new HikariDataSource(config);
  }

  private static HikariConfig configOfOne() {
    HikariConfig config = new HikariConfig();
    config.setMaximumPoolSize(1);
    config.setConnectionTimeout(SHORT_MILLIS);
    // Short for the wait for a connection, but not for opening one.
    config.setInitializationFailTimeout(LONG_MILLIS);
    return config;
  }
}

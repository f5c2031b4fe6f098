package dev.baton.spring;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.api.Transaction;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcTaskStore;
import dev.baton.local.DatabaseAddress;
import dev.baton.spi.TaskStore;
import dev.baton.spi.Transactions;
import dev.baton.testkit.contract.StoreFixture;
import java.sql.Connection;
import java.sql.Savepoint;
import java.time.Duration;
import java.util.function.Function;
import javax.sql.DataSource;
import org.springframework.transaction.PlatformTransactionManager;

/** A store on a real database, with transactions of Spring's. */
final class SpringFixture implements StoreFixture {
  private final DataSource dataSource;
  private final TaskStore store;
  private final SpringTransactions transactions;

  SpringFixture(DatabaseAddress address, Function<DataSource, PlatformTransactionManager> manager) {
    dataSource = pool(address);
    BatonSchema.apply(dataSource);
    store = JdbcTaskStore.of(dataSource);
    transactions = SpringTransactions.of(dataSource, manager.apply(dataSource));
  }

  static HikariDataSource pool(DatabaseAddress address) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(address.url());
    config.setUsername(address.user());
    config.setPassword(address.password());
    config.setMaximumPoolSize(24);
    config.setMinimumIdle(0);
    return new HikariDataSource(config);
  }

  @Override
  public TaskStore store() {
    return store;
  }

  @Override
  public Transactions transactions() {
    return transactions;
  }

  @Override
  public Undo savepoint(Transaction transaction) throws Exception {
    Connection connection = transaction.unwrap(Connection.class);
    Savepoint savepoint = connection.setSavepoint();
    return () -> connection.rollback(savepoint);
  }

  @Override
  public void passTime(Duration duration) {
    throw new UnsupportedOperationException("No test of transactions needs it");
  }
}

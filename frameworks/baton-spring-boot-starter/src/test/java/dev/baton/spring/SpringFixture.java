package dev.baton.spring;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.api.Transaction;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.local.DatabaseAddress;
import dev.baton.spi.TaskStore;
import dev.baton.spi.Transactions;
import dev.baton.spring.transaction.SpringTransactions;
import dev.baton.tck.contract.StoreFixture;
import java.sql.Connection;
import java.sql.Savepoint;
import java.time.Duration;
import java.util.function.Function;
import javax.sql.DataSource;
import org.springframework.transaction.PlatformTransactionManager;

/** A store on a real database, with Spring's transactions. */
final class SpringFixture implements StoreFixture {
  private final TaskStore store;
  private final SpringTransactions transactions;

  SpringFixture(DatabaseAddress address, Function<DataSource, PlatformTransactionManager> manager) {
    this(pool(address), manager);
  }

  private SpringFixture(
      DataSource dataSource, Function<DataSource, PlatformTransactionManager> manager) {
    this(dataSource, SpringTransactions.of(dataSource, manager.apply(dataSource)));
  }

  private SpringFixture(DataSource ofTheStore, SpringTransactions transactions) {
    BatonSchema.apply(ofTheStore);
    store = JdbcTaskStore.of(ofTheStore);
    this.transactions = transactions;
  }

  /** The statements of transactions are enlisted in JTA, but not the store's own statements. */
  static SpringFixture jta(DatabaseAddress address) {
    return new SpringFixture(
        pool(address), SpringTransactions.of(Narayana.enlisting(address), Narayana.manager()));
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
    throw new UnsupportedOperationException("The tests of transactions don't use this");
  }
}

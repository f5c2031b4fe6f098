package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.api.Transaction.End;
import dev.baton.api.error.CommitUnknownException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalMariaDb;
import dev.baton.local.proxy.FaultyProxy;
import dev.baton.local.proxy.FaultyProxy.CutAt;
import dev.baton.spring.transaction.SpringTransactions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.vendor.HibernateJpaDialect;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * MariaDB's driver with several hosts, and an applied commit whose reply was lost. The driver then
 * opens another connection, on which some managers roll back successfully.
 */
class SpringLostCommitReplyTest {
  private final List<End> told = new ArrayList<>();
  private DatabaseAddress direct;
  private FaultyProxy proxy;
  private HikariDataSource pool;

  @SuppressWarnings("ImmutableEnumChecker") // each constant has a function that creates its manager
  enum Managed {
    JDBC(JdbcTransactionManager::new),
    DATA_SOURCE(DataSourceTransactionManager::new),
    JPA(Managed::jpa);

    private final Function<DataSource, PlatformTransactionManager> manager;

    Managed(Function<DataSource, PlatformTransactionManager> manager) {
      this.manager = manager;
    }

    private static PlatformTransactionManager jpa(DataSource dataSource) {
      LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
      factory.setDataSource(dataSource);
      factory.setPackagesToScan("dev.baton.spring.entities");
      factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
      factory.afterPropertiesSet();
      JpaTransactionManager manager = new JpaTransactionManager();
      manager.setEntityManagerFactory(factory.getObject());
      manager.setJpaDialect(new HibernateJpaDialect());
      manager.setDataSource(dataSource);
      manager.afterPropertiesSet();
      return manager;
    }
  }

  @BeforeEach
  void open() throws Exception {
    direct = LocalMariaDb.temporary().newDatabase();
    try (Connection connection = direct.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t (n INT)");
    }
    proxy = FaultyProxy.before(direct);
    String path = direct.url().substring(direct.url().lastIndexOf(':') + 1);
    pool =
        SpringFixture.pool(
            new DatabaseAddress(
                "jdbc:mariadb:sequential://127.0.0.1:" + proxy.port() + ",127.0.0.1:" + path,
                direct.user(),
                direct.password()));
  }

  @AfterEach
  void close() {
    pool.close();
    proxy.close();
  }

  @ParameterizedTest
  @EnumSource
  void commitOfBatonsTransactionIsUnknown(Managed managed) throws Exception {
    SpringTransactions transactions = SpringTransactions.of(pool, managed.manager.apply(pool));
    assertThatThrownBy(
            () ->
                transactions.call(
                    transaction -> {
                      transaction.onEnd(told::add);
                      insert(transaction.unwrap(Connection.class));
                      proxy.cutCommits(1, CutAt.BEFORE_ANSWER);
                      return true;
                    }))
        .isInstanceOf(CommitUnknownException.class);
    assertThat(proxy.commitsToCut()).isZero();
    assertThat(told).containsExactly(End.UNKNOWN);
    assertThat(rows()).isOne();
  }

  @ParameterizedTest
  @EnumSource
  void commitOfCallersTransactionIsUnknown(Managed managed) throws Exception {
    PlatformTransactionManager manager = managed.manager.apply(pool);
    SpringTransactions transactions = SpringTransactions.of(pool, manager);
    assertThatThrownBy(
            () ->
                new TransactionTemplate(manager)
                    .executeWithoutResult(
                        status -> {
                          transactions.current().orElseThrow().onEnd(told::add);
                          insert(transactions.current().orElseThrow().unwrap(Connection.class));
                          proxy.cutCommits(1, CutAt.BEFORE_ANSWER);
                        }))
        .isInstanceOf(RuntimeException.class);
    assertThat(proxy.commitsToCut()).isZero();
    assertThat(told).containsExactly(End.UNKNOWN);
    assertThat(rows()).isOne();
  }

  /** A rollback by the caller is reported as a rollback, and its tasks aren't searched for. */
  @ParameterizedTest
  @EnumSource
  void rollbackByTheCallerIsReportedAsRollback(Managed managed) {
    PlatformTransactionManager manager = managed.manager.apply(pool);
    SpringTransactions transactions = SpringTransactions.of(pool, manager);
    new TransactionTemplate(manager)
        .executeWithoutResult(
            status -> {
              transactions.current().orElseThrow().onEnd(told::add);
              status.setRollbackOnly();
            });
    assertThat(told).containsExactly(End.ROLLED_BACK);
  }

  /** The driver has opened a new connection, on which only the rest would be committed. */
  @ParameterizedTest
  @EnumSource
  void secondHalfOfBatonsTransactionIsNotCommitted(Managed managed) throws Exception {
    SpringTransactions transactions = SpringTransactions.of(pool, managed.manager.apply(pool));
    assertThatThrownBy(
            () ->
                transactions.call(
                    transaction -> {
                      transaction.onEnd(told::add);
                      loseTheFirstHalf(transaction.unwrap(Connection.class));
                      return true;
                    }))
        .isInstanceOf(StoreUnavailableException.class);
    assertThat(told).containsExactly(End.ROLLED_BACK);
    assertThat(rows()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void secondHalfOfCallersTransactionIsNotCommitted(Managed managed) throws Exception {
    PlatformTransactionManager manager = managed.manager.apply(pool);
    SpringTransactions transactions = SpringTransactions.of(pool, manager);
    assertThatThrownBy(
            () ->
                new TransactionTemplate(manager)
                    .executeWithoutResult(
                        status -> {
                          transactions.current().orElseThrow().onEnd(told::add);
                          loseTheFirstHalf(
                              transactions.current().orElseThrow().unwrap(Connection.class));
                        }))
        .isInstanceOf(StoreUnavailableException.class);
    assertThat(told).containsExactly(End.ROLLED_BACK);
    assertThat(rows()).isZero();
  }

  /** Ignores the error, like code that ignores duplicates. */
  private void loseTheFirstHalf(Connection connection) {
    insert(connection);
    proxy.cut();
    for (int i = 0; i < 2; i++) {
      try {
        insert(connection);
      } catch (IllegalStateException passedOver) {
        // The first of the two commits loses its response.
      }
    }
  }

  private static void insert(Connection connection) {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("INSERT INTO t VALUES (1)");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private int rows() throws SQLException {
    try (Connection connection = direct.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM t")) {
      rows.next();
      return rows.getInt(1);
    }
  }
}

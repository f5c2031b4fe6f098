package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.Transaction;
import dev.baton.local.LocalH2;
import dev.baton.local.LocalPostgres;
import dev.baton.spi.TaskStore;
import dev.baton.spi.Transactions;
import dev.baton.tck.contract.transactions.TransactionsContract;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.PlatformTransactionManager;

/** Runs the contract of transactions with every transaction manager of Spring. */
@Tag("boot3")
class SpringTransactionsContractTest {

  @Nested
  class WithJdbcOnH2 extends OnFixture {
    WithJdbcOnH2() {
      super(Shared.H2);
    }
  }

  @Nested
  class WithJdbcOnPostgres extends OnFixture {
    WithJdbcOnPostgres() {
      super(Shared.POSTGRES);
    }
  }

  @Nested
  class WithJpaOnH2 extends OnFixture {
    WithJpaOnH2() {
      super(Shared.JPA);
    }
  }

  @Nested
  class WithJtaOnH2 extends OnFixture {
    WithJtaOnH2() {
      super(Shared.JTA);
    }

    /** JTA has none, so nothing is undone without notice. */
    @Test
    @Override
    protected void whatIsUndoneBySavepointIsGoneAfterTheCommitAndTheRestIsThere() throws Exception {
      transactions()
          .call(
              transaction ->
                  assertThatThrownBy(() -> savepoint(transaction))
                      .isInstanceOf(SQLException.class));
    }
  }

  /** Created once, because an entity manager factory takes seconds. */
  private static final class Shared {
    static final SpringFixture H2 =
        new SpringFixture(LocalH2.newDatabase(), JdbcTransactionManager::new);
    static final SpringFixture POSTGRES =
        new SpringFixture(
            LocalPostgres.temporary().newDatabase(), DataSourceTransactionManager::new);
    static final SpringFixture JTA = SpringFixture.jta(LocalH2.newDatabase());
    static final SpringFixture JPA = new SpringFixture(LocalH2.newDatabase(), Shared::jpa);

    private static PlatformTransactionManager jpa(DataSource dataSource) {
      LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
      factory.setDataSource(dataSource);
      factory.setPackagesToScan("dev.baton.spring.entities");
      factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
      factory.afterPropertiesSet();
      JpaTransactionManager manager = new JpaTransactionManager();
      manager.setEntityManagerFactory(factory.getObject());
      manager.afterPropertiesSet();
      return manager;
    }
  }

  abstract static class OnFixture extends TransactionsContract {
    private final SpringFixture fixture;

    OnFixture(SpringFixture fixture) {
      this.fixture = fixture;
    }

    @Override
    public TaskStore store() {
      return fixture.store();
    }

    @Override
    public Transactions transactions() {
      return fixture.transactions();
    }

    @Override
    public Undo savepoint(Transaction transaction) throws Exception {
      return fixture.savepoint(transaction);
    }

    @Override
    public void passTime(Duration duration) {
      fixture.passTime(duration);
    }
  }
}

package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_NESTED;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_REQUIRED;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import dev.baton.spring.transaction.SpringTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.NestedTransactionNotSupportedException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.jta.JtaTransactionManager;

/** Runs the matrix with JTA: Narayana and enlisted connections on H2. */
class JtaTransactionMatrixTest extends TransactionMatrix {
  private final DataSource ledger = Narayana.enlisting(LocalH2.newDatabase());

  @Override
  DatabaseAddress database() {
    return LocalH2.newDatabase();
  }

  @Override
  String without() {
    return "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
        + "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration";
  }

  @Override
  Class<?>[] sources() {
    return new Class<?>[] {Application.class, Jta.class};
  }

  @Override
  Map<String, Object> moreProperties() {
    return Map.of("baton.data-source", "batonsOwn");
  }

  /** The configuration of docs/spring.md. */
  @Configuration(proxyBeanMethods = false)
  static class Jta {
    private static DatabaseAddress address(Environment environment) {
      return new DatabaseAddress(
          environment.getRequiredProperty("spring.datasource.url"),
          environment.getRequiredProperty("spring.datasource.username"),
          environment.getRequiredProperty("spring.datasource.password"));
    }

    @Bean
    @Primary
    DataSource enlisted(Environment environment) {
      return Narayana.enlisting(address(environment));
    }

    @Bean(defaultCandidate = false)
    DataSource batonsOwn(Environment environment) {
      return SpringFixture.pool(address(environment));
    }

    @Bean
    JtaTransactionManager transactionManager() {
      return Narayana.manager();
    }

    @Bean
    SpringTransactions batonTransactions(
        @Qualifier("enlisted") DataSource enlisted, PlatformTransactionManager manager) {
      return SpringTransactions.of(enlisted, manager);
    }
  }

  @Test
  void writesInAnotherDatabaseCommitTogetherWithTheTask() throws Exception {
    JdbcTemplate elsewhere = new JdbcTemplate(ledger);
    elsewhere.execute("CREATE TABLE entry (name VARCHAR(100))");
    in(
        PROPAGATION_REQUIRED,
        () -> {
          elsewhere.update("INSERT INTO entry VALUES ('both')");
          book("both");
          add("both");
        });
    assertThat(arrivals.next()).isEqualTo("both");
    List<UUID> ids = new ArrayList<>();
    failingIn(
        PROPAGATION_REQUIRED,
        () -> {
          elsewhere.update("INSERT INTO entry VALUES ('neither')");
          ids.add(add("neither"));
        });
    assertThat(elsewhere.queryForList("SELECT name FROM entry", String.class))
        .containsExactly("both");
    assertThat(booked()).containsExactly("both");
    assertThat(isThere(ids.get(0))).isFalse();
    onlyTheMarkerRuns();
  }

  @Test
  void nestedIsRefusedByJta() throws Exception {
    in(
        PROPAGATION_REQUIRED,
        () ->
            assertThatThrownBy(() -> in(PROPAGATION_NESTED, () -> add("never")))
                .isInstanceOf(NestedTransactionNotSupportedException.class));
    onlyTheMarkerRuns();
  }

  @Test
  @Override
  void taskUndoneBySavepointNeverStarts() throws Exception {
    in(
        PROPAGATION_REQUIRED,
        () -> {
          Connection connection =
              DataSourceUtils.getConnection(context.getBean("enlisted", DataSource.class));
          assertThatThrownBy(connection::setSavepoint).isInstanceOf(SQLException.class);
          add("kept");
        });
    assertThat(arrivals.next()).isEqualTo("kept");
    onlyTheMarkerRuns();
  }
}

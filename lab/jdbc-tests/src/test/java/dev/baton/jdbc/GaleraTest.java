package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.api.Transaction.End;
import dev.baton.api.error.CommitUnknownException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalGalera;
import dev.baton.operate.cluster.StoreWarning;
import dev.baton.operate.cluster.StoreWarning.Kind;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests the special behaviour of several MariaDB servers that all accept writes. */
@Tag("deep")
@TestInstance(Lifecycle.PER_CLASS)
@Execution(ExecutionMode.SAME_THREAD)
final class GaleraTest {
  private static final String NAME = "payouts";

  private final List<LocalGalera> started = new ArrayList<>();

  @BeforeAll
  void start() {
    Assumptions.assumeTrue(
        LocalGalera.isInstalled(), "Galera isn't installed: install Debian's package galera-4");
    started.add(LocalGalera.of(2));
  }

  @AfterAll
  void stop() {
    started.forEach(LocalGalera::close);
  }

  @Test
  void readsThatDoNotWaitForTheOtherServersAreReported() {
    MovingDataSource moving = new MovingDataSource(server(0, ""));
    JdbcTaskStore store = JdbcTaskStore.of(moving);
    assertThat(kinds(store)).containsExactly(Kind.STALE_READS);
    moving.lead(server(0, "?sessionVariables=wsrep_sync_wait=1"));
    assertThat(kinds(store)).isEmpty();
  }

  @Test
  void commitThatConflictsWithAnotherServerIsRolledBack() throws Exception {
    try (HikariDataSource here = TestDatabase.pool(server(0, ""));
        HikariDataSource there =
            TestDatabase.pool(server(1, "?sessionVariables=wsrep_sync_wait=1"))) {
      TestDatabase.execute(here, "CREATE TABLE t (id INT PRIMARY KEY, n INT)");
      TestDatabase.execute(here, "INSERT INTO t VALUES (1, 0)");
      JdbcTransactions transactions = JdbcTransactions.of(here);
      List<End> ends = new ArrayList<>();
      assertThatThrownBy(
              () ->
                  transactions.run(
                      transaction -> {
                        transaction.onEnd(ends::add);
                        try (Statement statement = transaction.connection().createStatement()) {
                          statement.executeUpdate("UPDATE t SET n = 1");
                        }
                        TestDatabase.execute(there, "UPDATE t SET n = 2");
                      }))
          .isInstanceOf(StoreUnavailableException.class)
          .isNotInstanceOf(CommitUnknownException.class)
          .hasMessageContaining("rolled the transaction back")
          .cause()
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(1213));
      assertThat(ends).containsExactly(End.ROLLED_BACK);
      assertThat(TestDatabase.number(here, "SELECT n FROM t")).isEqualTo(2);
    }
  }

  private DatabaseAddress server(int number, String options) {
    DatabaseAddress address = started.get(0).members().get(number).database(NAME);
    return new DatabaseAddress(address.url() + options, address.user(), address.password());
  }

  private static List<Kind> kinds(JdbcTaskStore store) {
    return store.report().orElseThrow().warnings().stream().map(StoreWarning::kind).toList();
  }
}

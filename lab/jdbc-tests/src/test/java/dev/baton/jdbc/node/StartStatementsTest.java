package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.error.ConfigurationException;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.local.LocalDatabase;
import org.junit.jupiter.api.Test;

/** Tests that a node doesn't delay its first task by needless calls. */
class StartStatementsTest extends NodesOnDatabase {
  /** Session, names of tables, version, settings, collations. */
  private static final int MOST_STATEMENTS = 5;

  private final CountingDataSource counts = new CountingDataSource();

  StartStatementsTest() {
    super(LocalDatabase.POSTGRES);
  }

  @Test
  void theCheckOfTheDatabaseReadsNothingTwice() {
    JdbcTaskStore store = JdbcTaskStore.of(counts.around(pool));
    counts.reset();
    store.check();
    assertThat(counts.statements()).isLessThanOrEqualTo(MOST_STATEMENTS);
  }

  @Test
  void aCheckThatBeganEarlierIsNotMadeAgain() {
    JdbcTaskStore store = JdbcTaskStore.of(counts.around(pool));
    counts.reset();
    store.beginCheck();
    store.check();
    assertThat(counts.statements()).isBetween(1L, (long) MOST_STATEMENTS);
  }

  @Test
  void aCheckThatBeganEarlierFailsInTheCaller() throws Exception {
    JdbcTaskStore store = JdbcTaskStore.of(pool);
    update("DELETE FROM baton_schema");
    store.beginCheck();
    assertThatThrownBy(store::check)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("Baton's tables are missing");
  }
}

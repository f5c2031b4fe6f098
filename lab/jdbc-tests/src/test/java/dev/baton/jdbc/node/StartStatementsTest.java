package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;

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
}

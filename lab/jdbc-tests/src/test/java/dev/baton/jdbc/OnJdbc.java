package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.Transaction;
import dev.baton.spi.TaskStore;
import dev.baton.spi.Transactions;
import dev.baton.tck.contract.StoreFixture;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A contract test whose store comes from a {@link JdbcFixture}. */
interface OnJdbc extends StoreFixture {

  /**
   * Checks that each row of the tables belongs to a task: no id finds the rows that a task leaves
   * behind.
   */
  @AfterEach
  default void noRowIsLeftWithoutItsTask() throws SQLException {
    for (String left :
        List.of(
            "baton_attempt a WHERE NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = a.task_id)"
                + " AND NOT EXISTS (SELECT 1 FROM baton_finished f WHERE f.id = a.task_id)",
            "baton_key k WHERE k.expires_at IS NULL"
                + " AND NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = k.task_id)",
            "baton_finished_key k"
                + " WHERE NOT EXISTS (SELECT 1 FROM baton_finished f WHERE f.id = k.task_id)")) {
      assertThat(TestDatabase.number(fixture().shared(), "SELECT count(*) FROM " + left))
          .as(left)
          .isZero();
    }
  }

  /** Returns the same fixture during the whole test. */
  JdbcFixture fixture();

  @Override
  default TaskStore store() {
    return fixture().store();
  }

  @Override
  default Transactions transactions() {
    return fixture().transactions();
  }

  @Override
  default Undo savepoint(Transaction transaction) throws Exception {
    return fixture().savepoint(transaction);
  }

  @Override
  default void passTime(Duration duration) throws Exception {
    fixture().passTime(duration);
  }
}

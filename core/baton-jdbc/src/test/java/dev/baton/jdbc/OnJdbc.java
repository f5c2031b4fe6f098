package dev.baton.jdbc;

import dev.baton.api.Transaction;
import dev.baton.spi.TaskStore;
import dev.baton.spi.Transactions;
import dev.baton.tck.contract.StoreFixture;
import java.time.Duration;

/** A contract test whose store is a {@link JdbcFixture}'s. */
interface OnJdbc extends StoreFixture {

  /** The same all through a test. */
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

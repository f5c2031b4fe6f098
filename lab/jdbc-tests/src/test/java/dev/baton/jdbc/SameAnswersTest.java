package dev.baton.jdbc;

import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.tck.contract.MemoryStoreFixture;
import dev.baton.tck.history.StoreHistory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that random operations on the store in memory and on a real one return the same results.
 * {@code -Dbaton.histories=1000} compares more histories.
 */
class SameAnswersTest {
  private static final int HISTORIES =
      Integer.getInteger("baton.histories", Boolean.getBoolean("test.deep") ? 20 : 2);
  private static final int STEPS = 150;

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void everyDatabaseReturnsTheSameAsTheStoreInMemory(TestDatabase database) throws Exception {
    for (long seed = 0; seed < HISTORIES; seed++) {
      StoreHistory.of(seed, STEPS).compare(new MemoryStoreFixture(), new JdbcFixture(database));
    }
  }

  @Test
  void postgresqlReturnsTheSameWithoutSharedRows() throws Exception {
    for (long seed = 0; seed < HISTORIES; seed++) {
      StoreHistory.of(seed, STEPS)
          .compare(
              new MemoryStoreFixture(), new JdbcFixture(TestDatabase.POSTGRES, JdbcTaskStore::of));
    }
  }
}

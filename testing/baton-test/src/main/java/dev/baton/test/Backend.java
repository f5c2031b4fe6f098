package dev.baton.test;

import dev.baton.Baton;
import dev.baton.api.Tasks;
import dev.baton.handler.TaskDefinition;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The store and clock of a test's cluster: memory, or a database. */
interface Backend {
  /**
   * Returns a builder of a node on this backend.
   *
   * @param refined applied to each task definition that the backend already knows
   */
  Baton.Builder node(UnaryOperator<TaskDefinition<?, ?>> refined);

  /**
   * Brings back the task of an history.
   *
   * @throws IllegalStateException if the backend can't do this
   */
  default void restore(ExportedHistory history, Tasks client) {
    throw new IllegalStateException("A history is restored in memory: TestBaton.inMemory()");
  }

  /** Deletes what earlier tests left behind. */
  default void empty() {}

  TestClock clock();

  /** Returns the random seed of a node. */
  long seed(int node);

  /** Returns the database with the test's clock and faults; null if the cluster is in memory. */
  @Nullable DataSource dataSource();
}

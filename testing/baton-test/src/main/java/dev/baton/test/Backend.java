package dev.baton.test;

import dev.baton.Baton;
import dev.baton.handler.TaskDefinition;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Where the tasks of a test live. */
interface Backend {
  /**
   * A node on it, yet to be described; each on stores of its own.
   *
   * @param refined has the last word on how each type is run that it knows already
   */
  Baton.Builder node(UnaryOperator<TaskDefinition<?, ?>> refined);

  /** Removes what earlier tests have left. */
  default void empty() {}

  TestClock clock();

  /** What the chance of a node begins with. */
  long seed(int node);

  /** The database with the test's clock and faults; null without one. */
  @Nullable DataSource dataSource();
}

package dev.baton.tck.simulation.cassandra;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A response, or a page of one.
 *
 * @param wasApplied whether a conditional write was applied
 * @param next requests the next page; null for the last one
 */
public record Answer(
    List<Row> rows, boolean wasApplied, @Nullable Supplier<CompletionStage<AsyncResultSet>> next)
    implements AsyncResultSet {

  @Override
  public ColumnDefinitions getColumnDefinitions() {
    throw new UnsupportedOperationException();
  }

  @Override
  public ExecutionInfo getExecutionInfo() {
    throw new UnsupportedOperationException();
  }

  @Override
  public int remaining() {
    return rows.size();
  }

  @Override
  public Iterable<Row> currentPage() {
    return rows;
  }

  @Override
  public boolean hasMorePages() {
    return next != null;
  }

  @Override
  public CompletionStage<AsyncResultSet> fetchNextPage() {
    if (next == null) {
      throw new IllegalStateException("No more pages");
    }
    return next.get();
  }
}

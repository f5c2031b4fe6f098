package dev.baton.cassandra.cql;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.api.error.StoreException;
import dev.baton.api.error.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Sends statements to one keyspace. Thread-safe. */
public final class Cql {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);

  private final CqlSession session;
  private final Sender sender;
  private final String keyspace;
  private final Settings settings;

  /** Passes a statement to the driver; a test may drop its response. */
  @FunctionalInterface
  public interface Sender extends Time {
    CompletionStage<AsyncResultSet> send(Statement<?> statement);

    /** Waits for a result, on a thread that isn't the driver's. */
    default <T> T get(CompletableFuture<T> answer, Duration most)
        throws InterruptedException, ExecutionException, TimeoutException {
      return answer.get(most.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  /**
   * Settings for sending statements.
   *
   * @param everyDatacenter true if a write needs most replicas of all data centers; false if it
   *     needs only most replicas in the session's own
   * @param timeout time limit of one statement
   */
  public record Settings(boolean everyDatacenter, Duration timeout) {
    ConsistencyLevel quorum() {
      return everyDatacenter ? ConsistencyLevel.QUORUM : ConsistencyLevel.LOCAL_QUORUM;
    }

    ConsistencyLevel serial() {
      return everyDatacenter ? ConsistencyLevel.SERIAL : ConsistencyLevel.LOCAL_SERIAL;
    }
  }

  public Cql(CqlSession session, Sender sender, String keyspace, Settings settings) {
    this.session = session;
    this.sender = sender;
    this.keyspace = keyspace;
    this.settings = settings;
  }

  /**
   * Prepares the statement; {@code %s} in it is replaced by the keyspace. Must not be called on a
   * driver thread.
   */
  public PreparedStatement prepare(String text) {
    return session.prepare(text.formatted(keyspace));
  }

  /** Reads all rows, as most replicas agree on them. */
  public CompletionStage<List<Row>> read(Statement<?> statement) {
    return rows(statement.setConsistencyLevel(settings.quorum()).setIdempotent(true));
  }

  /** Reads all rows after every compare-and-set of their partition that has begun is finished. */
  public CompletionStage<List<Row>> readSerially(Statement<?> statement) {
    return rows(statement.setConsistencyLevel(settings.serial()).setIdempotent(true));
  }

  private CompletionStage<List<Row>> rows(Statement<?> statement) {
    return rows(statement, sender.nanoTime() + settings.timeout().toNanos(), FIRST_PAUSE);
  }

  /** Repeats a read that failed quickly: a connection was lost, and the driver opens others. */
  private CompletionStage<List<Row>> rows(Statement<?> statement, long endNanos, Duration pause) {
    return send(statement)
        .thenCompose(page -> rest(page, new ArrayList<>()))
        .exceptionallyCompose(
            failure -> {
              if (failure.getCause() instanceof RequestRefusedException
                  || sender.nanoTime() + pause.toNanos() - endNanos > 0) {
                return CompletableFuture.failedStage(failure);
              }
              return sender
                  .pause(pause)
                  .thenCompose(waited -> rows(statement, endNanos, pause.multipliedBy(2)));
            });
  }

  private static CompletionStage<List<Row>> rest(AsyncResultSet page, List<Row> before) {
    page.currentPage().forEach(before::add);
    return page.hasMorePages()
        ? page.fetchNextPage().thenCompose(next -> rest(next, before))
        : CompletableFuture.completedStage(before);
  }

  /**
   * Sends a compare-and-set once.
   *
   * @return whether it was applied. Fails with a {@link RequestRefusedException} if it can't be
   *     applied, and otherwise with a {@link StoreUnavailableException}: then it may be applied,
   *     now or later
   */
  public CompletionStage<Boolean> compareAndSet(Statement<?> statement) {
    return send(statement
            .setConsistencyLevel(settings.quorum())
            .setSerialConsistencyLevel(settings.serial())
            .setIdempotent(false))
        .thenApply(AsyncResultSet::wasApplied);
  }

  private CompletionStage<AsyncResultSet> send(Statement<?> statement) {
    CompletionStage<AsyncResultSet> sent;
    try {
      sent = sender.send(statement.setTimeout(settings.timeout()));
    } catch (RuntimeException closed) {
      sent = CompletableFuture.failedStage(closed);
    }
    return sent.exceptionally(
        failure -> {
          throw translated(failure);
        });
  }

  private static RuntimeException translated(Throwable failure) {
    Throwable inner = failure.getCause();
    Throwable cause = failure instanceof CompletionException && inner != null ? inner : failure;
    return cause instanceof QueryValidationException refused
        ? new RequestRefusedException("Cassandra refuses this: " + refused.getMessage(), refused)
        : new StoreUnavailableException("Cassandra did not respond", cause);
  }

  /** Returns the stage's result, or throws its exception. */
  public <T> T await(CompletionStage<T> stage) {
    try {
      // This is longer than any statement, because each statement ends by its own timeout.
      return sender.get(stage.toCompletableFuture(), settings.timeout().multipliedBy(4));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailableException("Interrupted while waiting for Cassandra", e);
    } catch (TimeoutException e) {
      throw new StoreUnavailableException("Cassandra did not respond in time", e);
    } catch (ExecutionException e) {
      throw rethrown(e.getCause());
    }
  }

  /** Returns the failure of a stage, for the thread that waited for it. */
  private static RuntimeException rethrown(@Nullable Throwable cause) {
    String message = cause == null ? "" : String.valueOf(cause.getMessage());
    if (cause instanceof RequestRefusedException) {
      return new RequestRefusedException(message, cause);
    }
    return cause instanceof StoreException
        ? new StoreUnavailableException(message, cause)
        : new IllegalStateException("A store's command failed", cause);
  }
}

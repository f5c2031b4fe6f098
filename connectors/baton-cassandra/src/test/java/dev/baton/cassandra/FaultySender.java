package dev.baton.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import dev.baton.cassandra.cql.Cql;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Sends statements to a real server. Applies the current fault to conditional statements. */
final class FaultySender implements Cql.Sender {
  private static final int LATE_MILLIS = 40;

  private final CqlSession session;
  private final Fault fault;
  private final Random random;
  private final AtomicInteger lost = new AtomicInteger();

  /** The effect of a conditional statement whose sender gets a timeout. */
  enum Fault {
    /** The statement is applied. */
    ANSWER_LOST,
    /** The statement is never applied. */
    NEVER_SENT,
    /** The statement is applied some time after its sender got a timeout. */
    SENT_LATE,
    /** Any of these, or no fault. */
    MIXED
  }

  FaultySender(CqlSession session, Fault fault, long seed) {
    this.session = session;
    this.fault = fault;
    random = new Random(seed);
  }

  int lost() {
    return lost.get();
  }

  @Override
  public CompletionStage<AsyncResultSet> send(Statement<?> statement) {
    if (!isConditional(statement)) {
      return session.executeAsync(statement);
    }
    return switch (drawn()) {
      case ANSWER_LOST ->
          session
              .executeAsync(statement)
              .handle((answer, failure) -> timeout())
              .thenCompose(stage -> stage);
      case NEVER_SENT -> timeout();
      case SENT_LATE -> {
        CompletableFuture.delayedExecutor(LATE_MILLIS, TimeUnit.MILLISECONDS)
            .execute(() -> session.executeAsync(statement));
        yield timeout();
      }
      case MIXED -> session.executeAsync(statement);
    };
  }

  private synchronized Fault drawn() {
    boolean always = fault == Fault.ANSWER_LOST;
    Fault drawn =
        always || random.nextInt(2) == 0
            ? (fault == Fault.MIXED ? Fault.values()[random.nextInt(3)] : fault)
            : Fault.MIXED;
    lost.addAndGet(drawn == Fault.MIXED ? 0 : 1);
    return drawn;
  }

  private static boolean isConditional(Statement<?> statement) {
    return statement instanceof BatchStatement
        || (statement instanceof BoundStatement bound
            && bound.getPreparedStatement().getQuery().contains(" IF "));
  }

  private static CompletionStage<AsyncResultSet> timeout() {
    return CompletableFuture.failedStage(new DriverTimeoutException("lost by the test"));
  }
}

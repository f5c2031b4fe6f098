package dev.baton.chaos;

import dev.baton.api.Attempt;
import dev.baton.api.Limit;
import dev.baton.api.OnLost;
import dev.baton.api.Outcome;
import dev.baton.api.Retry;
import dev.baton.api.TaskDefinition;
import dev.baton.api.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** How a worker runs each kind of task. Every run leaves its span in the worker's journal. */
final class Handlers {
  private static final int SLOTS = 3;
  private static final Retry OFTEN = Retry.fixed(Duration.ofMillis(200)).attempts(10_000);
  private static final int MANY_LOSSES = 10_000;

  private final String worker;
  private final DataSource outside;
  private final Journal spans;
  private final boolean effectsOutside;

  Handlers(String worker, DataSource outside, Journal spans, boolean effectsOutside) {
    this.worker = worker;
    this.outside = outside;
    this.spans = spans;
    this.effectsOutside = effectsOutside;
  }

  TaskDefinition[] all() {
    return new TaskDefinition[] {
      exact(TaskKind.EXACT).concurrency(Limit.perNode(SLOTS)),
      exact(TaskKind.PROBE).concurrency(Limit.perNode(SLOTS)),
      exact(TaskKind.KEYED).concurrency(Limit.perNode(SLOTS).and(Limit.perKey(2))),
      exact(TaskKind.STEPS).concurrency(Limit.perNode(SLOTS)),
      exact(TaskKind.AFTER).concurrency(Limit.perNode(SLOTS)),
      TaskDefinition.of(TaskKind.LEAST.name(), this::outside)
          .concurrency(Limit.perNode(SLOTS))
          .retry(OFTEN)
          .maxLosses(MANY_LOSSES),
      // A failed attempt may have had its effect: to try again would break the promise.
      TaskDefinition.of(TaskKind.MOST.name(), this::outside)
          .concurrency(Limit.perNode(SLOTS))
          .retry(Retry.never())
          .onLost(OnLost.ERROR)
    };
  }

  private TaskDefinition exact(TaskKind kind) {
    return TaskDefinition.transactional(kind.name(), this::inside)
        .retry(OFTEN)
        .maxLosses(MANY_LOSSES);
  }

  private Outcome inside(Attempt attempt, Transaction transaction) throws Exception {
    Work work = Work.parse(attempt.payloadText());
    try (Span span = new Span(spans, work.addId())) {
      span.work(work.millis());
      if (effectsOutside) {
        effectOutside(work, attempt);
      } else {
        effect(transaction.unwrap(Connection.class), work, attempt);
      }
      failOnPurpose(work, attempt);
      return step(attempt) < TaskKind.valueOf(attempt.type()).steps()
          ? Outcome.goTo(Integer.toString(step(attempt) + 1), null)
          : Outcome.done();
    }
  }

  private Outcome outside(Attempt attempt) throws Exception {
    Work work = Work.parse(attempt.payloadText());
    try (Span span = new Span(spans, work.addId())) {
      span.work(work.millis());
      effectOutside(work, attempt);
      failOnPurpose(work, attempt);
      return Outcome.done();
    }
  }

  private void effectOutside(Work work, Attempt attempt) throws SQLException {
    try (Connection connection = outside.getConnection()) {
      effect(connection, work, attempt);
    }
  }

  private void effect(Connection connection, Work work, Attempt attempt) throws SQLException {
    Tables.effect(connection, work.addId(), step(attempt), attempt.taskId(), worker);
  }

  private static int step(Attempt attempt) {
    return attempt.state().isEmpty() ? 1 : Integer.parseInt(attempt.state());
  }

  private static void failOnPurpose(Work work, Attempt attempt) {
    if (attempt.number() <= work.failures()) {
      throw new IllegalStateException("Attempt " + attempt.number() + " fails on purpose");
    }
  }

  /** From when to when a handler ran, on the machine's one clock. */
  private record Span(Journal journal, String addId) implements AutoCloseable {
    Span {
      journal.write("begin " + addId + " " + System.currentTimeMillis());
    }

    void work(int millis) throws InterruptedException {
      TimeUnit.MILLISECONDS.sleep(millis);
    }

    @Override
    public void close() {
      journal.write("end " + addId + " " + System.currentTimeMillis());
    }
  }
}

package dev.baton.chaos.process;

import dev.baton.api.Transaction;
import dev.baton.chaos.record.Journal;
import dev.baton.chaos.record.Spans;
import dev.baton.chaos.record.TaskKind;
import dev.baton.handler.Attempt;
import dev.baton.handler.OnLost;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.limit.Limit;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * The handlers of a worker for each kind of task. Every run writes its span into the worker's
 * journal.
 */
public final class Handlers {
  /** State of a task after a signal. It is also the step of the signal's effect. */
  public static final String SIGNALLED = "signalled";

  public static final int SIGNALLED_STEP = 2;

  private static final Set<TaskKind> READ_COMMITTED =
      Set.of(TaskKind.EXACT, TaskKind.PROBE, TaskKind.OWN, TaskKind.STEPS, TaskKind.AFTER);
  private static final Retry OFTEN = Retry.fixed(Duration.ofMillis(200)).maxAttempts(10_000);
  private static final int MANY_LOSSES = 10_000;

  private final String worker;
  private final DataSource outside;
  private final Journal spans;
  private final Journal effects;
  private final String bug;
  private final Map<UUID, Long> endedNanos = new ConcurrentHashMap<>();

  Handlers(String worker, DataSource outside, Journal spans, Journal effects, String bug) {
    this.worker = worker;
    this.outside = outside;
    this.spans = spans;
    this.effects = effects;
    this.bug = bug;
    spans.write(Spans.BORN);
  }

  /**
   * Returns the handlers of a node whose transactions are read committed. Nearly all handlers are.
   */
  List<TaskDefinition<?, ?>> all() {
    List<TaskDefinition<?, ?>> all = new ArrayList<>();
    READ_COMMITTED.stream().sorted().forEach(kind -> all.add(inside(kind, slots(kind))));
    all.add(inside(TaskKind.TOUCHED, slots(TaskKind.TOUCHED)));
    all.add(inside(TaskKind.MENDED, slots(TaskKind.MENDED)).retry(Retry.never()));
    all.add(
        isHeedless()
            ? inside(TaskKind.KEYED, Limit.none())
            : inside(
                TaskKind.KEYED,
                slots(TaskKind.KEYED),
                Limit.node(TaskKind.SLOTS_OF_A_KEY).perKey()));
    all.add(
        inside(
            TaskKind.SHARED,
            isHeedless() ? Limit.none() : Limit.cluster("shared", TaskKind.SLOTS_OF_ALL)));
    all.add(inside(TaskKind.ORDERED, Limit.none()));
    all.add(outside(TaskKind.LEAST, isHeedless() ? Limit.none() : slots(TaskKind.LEAST)));
    all.add(outside(TaskKind.FREE, Limit.none()));
    // A failed attempt may have had its effect, so a retry would break the guarantee.
    all.add(
        outside(TaskKind.MOST, slots(TaskKind.MOST)).retry(Retry.never()).onLost(OnLost.stop()));
    return all;
  }

  /** Returns the transactional handler of a node at another isolation level. */
  TaskDefinition<?, ?> insideAt(int isolation) {
    TaskKind kind =
        isolation == TaskKind.SERIAL.isolation() ? TaskKind.SERIAL : TaskKind.REPEATABLE;
    return inside(kind, slots(kind));
  }

  /** Returns the other handlers of a node at another isolation level. */
  TaskDefinition<?, ?> outsideAt(int isolation) {
    TaskKind kind =
        isolation == TaskKind.SERIAL_OUTSIDE.isolation()
            ? TaskKind.SERIAL_OUTSIDE
            : TaskKind.REPEATABLE_OUTSIDE;
    return outside(kind, slots(kind));
  }

  /**
   * Returns the milliseconds since the task's handler ended; -1 if unknown. A second call returns
   * -1.
   */
  long millisSinceEnd(UUID taskId) {
    Long ended = endedNanos.remove(taskId);
    return ended == null ? -1 : TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - ended);
  }

  private boolean isHeedless() {
    return Bugs.among(bug, Bugs.HEEDLESS);
  }

  private static Limit slots(TaskKind kind) {
    return Limit.node(kind.slots());
  }

  private TaskDefinition<?, ?> inside(TaskKind kind, Limit first, Limit... others) {
    return RawDefinition.transactional(kind.name(), this::inside)
        .limits(first, others)
        .retry(OFTEN)
        .onLost(OnLost.resume(MANY_LOSSES));
  }

  private TaskDefinition<?, ?> outside(TaskKind kind, Limit first, Limit... others) {
    return RawDefinition.of(kind.name(), this::outside)
        .limits(first, others)
        .retry(OFTEN)
        .onLost(OnLost.resume(MANY_LOSSES));
  }

  private Outcome<?> inside(Attempt attempt, Transaction transaction) throws Exception {
    Work work = Work.parse(attempt.payloadText());
    try (Span span = new Span(spans, work.addId(), attempt)) {
      Connection connection = transaction.unwrap(Connection.class);
      // Above read committed, the transaction has its snapshot from here on.
      Tables.look(connection);
      span.work(work.millis());
      if (Bugs.among(bug, Bugs.EFFECT_OUTSIDE)) {
        effectOutside(work, attempt);
      } else {
        effect(connection, work, attempt);
      }
      failOnPurpose(work, attempt);
      return step(attempt) < TaskKind.valueOf(attempt.type()).steps()
          ? new HandlerOutcome.GoTo<>(Integer.toString(step(attempt) + 1), null)
          : Outcome.done();
    }
  }

  private Outcome<?> outside(Attempt attempt) throws Exception {
    Work work = Work.parse(attempt.payloadText());
    try (Span span = new Span(spans, work.addId(), attempt)) {
      span.work(work.millis());
      if (attempt.type().equals(TaskKind.FREE.name())) {
        effects.write(work.addId() + " 1 " + System.currentTimeMillis());
        endedNanos.put(attempt.taskId(), System.nanoTime());
      } else {
        effectOutside(work, attempt);
      }
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
    return switch (attempt.state()) {
      case "" -> 1;
      case SIGNALLED -> SIGNALLED_STEP;
      default -> Integer.parseInt(attempt.state());
    };
  }

  private static void failOnPurpose(Work work, Attempt attempt) {
    boolean always = attempt.type().equals(TaskKind.MENDED.name()) && work.failures() > 0;
    if (always || attempt.number() <= work.failures()) {
      throw new IllegalStateException("Attempt " + attempt.number() + " fails on purpose");
    }
  }

  /** The time in which a handler ran, by the machine's one clock. */
  private record Span(Journal journal, String addId) implements AutoCloseable {
    Span(Journal journal, String addId, Attempt attempt) {
      this(journal, addId);
      String key = attempt.key().isEmpty() ? "-" : attempt.key();
      journal.write(
          "begin " + addId + " " + System.currentTimeMillis() + " " + attempt.type() + " " + key);
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

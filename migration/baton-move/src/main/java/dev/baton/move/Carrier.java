package dev.baton.move;

import dev.baton.api.AddResult;
import dev.baton.api.TaskRequest;
import dev.baton.api.Transaction;
import dev.baton.api.internal.RequestFields;
import dev.baton.jdbc.cluster.JdbcScheduleStore;
import dev.baton.jdbc.sql.Statements;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.move.OldEngine.Row;
import dev.baton.schedule.CronTimes;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleState;
import dev.baton.schedule.Timing;
import dev.baton.task.Status;
import dev.baton.task.row.TaskKey;
import dev.baton.task.rule.NewTask;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Adds locked rows of the old engine's tables to Baton, and ends them there. */
final class Carrier {
  private final OldEngine engine;
  private final Fates fates;
  private final Ledger ledger;
  private final JdbcTaskStore tasks;
  private final JdbcScheduleStore schedules;

  Carrier(
      OldEngine engine,
      Fates fates,
      Ledger ledger,
      JdbcTaskStore tasks,
      JdbcScheduleStore schedules) {
    this.engine = engine;
    this.fates = fates;
    this.ledger = ledger;
    this.tasks = tasks;
    this.schedules = schedules;
  }

  /** Takes over the rows that Baton can run, in this transaction. */
  MoveProgress carry(Session session, Transaction transaction, List<Row> rows, Instant now)
      throws SQLException {
    List<Row> asTasks = new ArrayList<>();
    List<NewTask> added = new ArrayList<>();
    List<Row> taken = new ArrayList<>();
    List<Moved> moved = new ArrayList<>();
    long left = 0;
    for (Row row : rows) {
      Fates.Fate fate = fates.of(row, now);
      if (fate instanceof Fates.AsTask task) {
        asTasks.add(row);
        added.add(task.task());
      } else if (fate instanceof Fates.AsSchedule schedule) {
        taken.add(row);
        moved.add(schedule(transaction, row, schedule.schedule(), now));
      } else {
        left++;
      }
    }
    List<AddResult> results = tasks.insert(transaction, added);
    for (int i = 0; i < results.size(); i++) {
      boolean isNew = results.get(i) instanceof AddResult.Added;
      taken.add(asTasks.get(i));
      moved.add(moved(asTasks.get(i), added.get(i), isNew));
      if (isNew && added.get(i).placement().status() == Status.ERROR) {
        noteError(session, asTasks.get(i), added.get(i));
      }
    }
    if (!taken.isEmpty()) {
      engine.end(session, taken, now);
      ledger.add(session, moved);
    }
    long there = moved.stream().filter(m -> m.task() == null && m.schedule() == null).count();
    return new MoveProgress(moved.size() - there, there, 0, left);
  }

  private static Moved moved(Row row, NewTask task, boolean isNew) {
    return new Moved(
        row.key(),
        isNew ? task.id() : null,
        null,
        task.placement().attempts(),
        task.placement().lastOutcome().code(),
        row.was());
  }

  private Moved schedule(Transaction transaction, Row row, Schedule schedule, Instant now) {
    Instant next = next(row.task().standing(), schedule.timing(), now);
    Instant due = next == null ? now : next;
    ScheduleState state = ScheduleState.fresh(schedule, next, due, schedule.fingerprint());
    boolean isNew = schedules.insert(transaction, state);
    return new Moved(row.key(), null, isNew ? schedule.name() : null, 0, 0, row.was());
  }

  /** Returns its first tick; null if the schedule's rule determines it. */
  private static @Nullable Instant next(Standing standing, Timing timing, Instant now) {
    if (standing.state() != Standing.State.RECURRING_IN_MEMORY) {
      return standing.time();
    }
    Instant after = standing.time().isAfter(now) ? standing.time() : now;
    if (timing instanceof Timing.Cron cron) {
      return CronTimes.of(cron)
          .next(after)
          .orElseThrow(() -> new IllegalArgumentException(timing + " never ticks again"));
    }
    if (timing instanceof Timing.FixedRate rate) {
      return after.plus(rate.period());
    }
    return timing instanceof Timing.FixedDelay delay ? after.plus(delay.delay()) : null;
  }

  /** Records the error, so that a person who reads the task in Baton sees its origin. */
  private void noteError(Session session, Row row, NewTask task) throws SQLException {
    String error = row.task().standing().error();
    String words =
        "Taken over from "
            + engine.name()
            + " as "
            + row.task().standing().status()
            + (error == null ? "; the old engine logged the reason" : ": " + error);
    Statements.of(session.dialect())
        .update(
            session.connection(),
            "insert-attempt",
            b ->
                b.uuid(task.id())
                    .uuid(null)
                    .time(null)
                    .small(task.placement().attempts())
                    .small(task.placement().lastOutcome().code())
                    .words(words));
  }

  /** Keeps the ids and unique keys of these finished tasks taken. */
  MoveProgress keepKeys(Session session, List<Row> rows, Duration keep, Instant now)
      throws SQLException {
    List<Held> held = new ArrayList<>();
    long ended = 0;
    for (Row row : rows) {
      OldTask old = row.task();
      long micros = Duration.between(now, old.standing().time().plus(keep)).toNanos() / 1_000;
      UUID id = old.uuid() == null ? new UUID(0, 0) : old.uuid();
      if (micros <= 0) {
        continue;
      }
      ended++;
      if (old.uuid() != null) {
        held.add(new Held(TaskKey.Kind.ID, "", id.toString(), id, micros));
      }
      TaskRequest<?, ?> request = old.uniqueKey() == null ? null : fates.request(row);
      if (request != null) {
        RequestFields said = RequestFields.withoutPayload(request);
        String text = String.valueOf(Arrival.uniqueText(old, said));
        held.add(new Held(TaskKey.Kind.UNIQUE, said.type(), text, id, micros));
      }
    }
    session.each(
        ledger.text(session, "hold-key", 0),
        held,
        (p, key) ->
            p.number(key.kind().code())
                .text(key.type())
                .text(key.text())
                .uuid(key.task())
                .number(key.micros()));
    return new MoveProgress(0, 0, ended, 0);
  }

  private record Held(TaskKey.Kind kind, String type, String text, UUID task, long micros) {}
}

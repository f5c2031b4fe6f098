package dev.baton.tck.table;

import dev.baton.operate.PastAttempt;
import dev.baton.schedule.ScheduleState;
import dev.baton.spi.AuditNote;
import dev.baton.task.Bytes;
import dev.baton.task.Flow;
import dev.baton.task.rule.WaitState;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads and writes rows: the committed tables themselves, or through an open transaction. */
public interface RowAccess {

  @Nullable LiveRow live(UUID id);

  @Nullable FinishedRow finished(UUID id);

  @Nullable KeyRow key(KeyName name);

  /** Returns what the task waits or waited for; null for nothing. */
  @Nullable WaiterRow waiter(UUID id);

  /** Returns whether this task has ended before its turn in its order. */
  default boolean hasEndedEarly(UUID id) {
    WaiterRow row = waiter(id);
    return row != null && row.standing() == WaitState.ENDED_EARLY;
  }

  /** Returns the tasks that wait, or waited, for this one. */
  Set<UUID> waitersOf(UUID id);

  void putWaiter(WaiterRow row);

  void removeWaiter(UUID id);

  /** Returns the last task that was added to the order of this flow; null for none. */
  @Nullable UUID order(Flow flow);

  void putOrder(Flow flow, UUID last);

  void putLive(LiveRow row);

  void removeLive(UUID id);

  void putFinished(FinishedRow row);

  void removeFinished(UUID id);

  void putKey(KeyName name, KeyRow row);

  void removeKey(KeyName name);

  @Nullable ScheduleState schedule(String name);

  void putSchedule(ScheduleState state);

  void removeSchedule(String name);

  /** Keeps the schedule locked until the transaction ends. */
  void keepSchedule(String name);

  /** Labels a task that was added at this time. */
  void putLabels(UUID task, Instant addedAt, Map<String, String> labels);

  /** Changes the notes of tasks. */
  void changeNotes(Consumer<NoteTable> change);

  /** Adds an audit entry. */
  void note(AuditNote note, Instant now);

  /** Stores the result and the attempt of one run of a task that repeats. */
  void keepRun(UUID task, @Nullable Bytes result, PastAttempt run, int history);

  /** Counts one more effect of the application under this name. */
  void addEffect(String name);

  /** Adds an attempt of this task. */
  void addAttempt(UUID task, PastAttempt attempt);

  /** Deletes the attempts of a task. */
  void removeAttempts(UUID task);
}

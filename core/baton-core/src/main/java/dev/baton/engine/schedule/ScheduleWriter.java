package dev.baton.engine.schedule;

import dev.baton.api.AddResult;
import dev.baton.api.TaskAdder;
import dev.baton.api.TaskRequest;
import dev.baton.api.Transaction;
import dev.baton.api.Unique;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.api.internal.RequestFields;
import dev.baton.schedule.ScheduleState;
import dev.baton.schedule.Tick;
import dev.baton.schedule.internal.TickTraits;
import dev.baton.spi.AuditNote;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.ScheduleStore;
import dev.baton.spi.TransactionalScheduleStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes schedules and adds their tasks, either in one transaction or one step after the other. */
sealed interface ScheduleWriter {

  boolean insert(ScheduleState state);

  /** Works as {@link #insert(ScheduleState)}, and writes an audit entry if the schedule is new. */
  boolean insert(ScheduleState state, AuditNote note);

  /** Reads the store's clock. */
  Instant now();

  /** Reads the schedule. In a transaction, this locks the schedule until the transaction ends. */
  Optional<ScheduleState> read(String name);

  /** Writes a changed schedule. Returns false if the schedule has changed since it was read. */
  boolean change(ScheduleState state);

  boolean remove(String name);

  /** Writes an audit entry, if the store keeps an audit. */
  void note(AuditNote note);

  /** Adds a task. */
  UUID add(TaskRequest<?, ?> request);

  /**
   * Adds the tasks of ticks and writes the schedule.
   *
   * @param next returns the schedule as it is after these tasks were added
   * @return the ids of the tasks; empty if the schedule has changed since it was read
   */
  Optional<List<UUID>> tick(
      ScheduleState read,
      List<? extends TaskRequest<?, ?>> requests,
      Function<List<UUID>, ScheduleState> next);

  /** Writes everything in one transaction. */
  record InTransaction(
      TransactionalScheduleStore store,
      @Nullable OperationsStore audit,
      TaskAdder adder,
      Transaction transaction)
      implements ScheduleWriter {
    @Override
    public Instant now() {
      return store.now(transaction);
    }

    @Override
    public boolean insert(ScheduleState state) {
      return store.insert(transaction, state);
    }

    /** Inserts first. On MySQL, two reads of a missing row could lead to a deadlock. */
    @Override
    public boolean insert(ScheduleState state, AuditNote note) {
      boolean isNew = insert(state);
      if (isNew) {
        note(note);
      }
      return isNew;
    }

    @Override
    public Optional<ScheduleState> read(String name) {
      return store.lock(transaction, name);
    }

    @Override
    public boolean change(ScheduleState state) {
      return store.change(transaction, state);
    }

    @Override
    public boolean remove(String name) {
      return store.remove(transaction, name);
    }

    @Override
    public void note(AuditNote note) {
      if (audit != null) {
        audit.note(transaction, note);
      }
    }

    @Override
    public UUID add(TaskRequest<?, ?> request) {
      return adder.add(transaction, request).taskId();
    }

    @Override
    public Optional<List<UUID>> tick(
        ScheduleState read,
        List<? extends TaskRequest<?, ?>> requests,
        Function<List<UUID>, ScheduleState> next) {
      // Compare the whole row, not only its version. After a failover that lost commits, a version
      // may occur twice.
      if (store.tryLock(transaction, read.name()).filter(read::equals).isEmpty()) {
        return Optional.empty();
      }
      List<UUID> added =
          adder.addAll(transaction, requests).stream().map(AddResult::taskId).toList();
      if (!change(next.apply(added))) {
        // This can't happen while the row is locked. If it does, nothing may be committed.
        throw new StoreUnavailableException(
            "The schedule " + read.name() + " changed under its lock");
      }
      return Optional.of(added);
    }
  }

  /**
   * Writes one step after the other, on a store without transactions. For a tick, it first adds the
   * task with a unique key made of the schedule's name and the tick. Then it writes the schedule.
   * If the node dies in between, the tick is served again, and the second add finds the existing
   * task. If an operator changes the schedule in between, the task runs but isn't recorded as a run
   * of the schedule.
   */
  record ByItself(ScheduleStore store, @Nullable OperationsStore audit, TaskAdder adder)
      implements ScheduleWriter {
    /** Time that is longer than any schedule waits after a node has died. */
    private static final Duration TICK_IS_KNOWN = Duration.ofDays(1);

    @Override
    public Instant now() {
      return store.now();
    }

    @Override
    public boolean insert(ScheduleState state) {
      return store.insert(state);
    }

    @Override
    public boolean insert(ScheduleState state, AuditNote note) {
      if (read(state.name()).isPresent()) {
        return false;
      }
      note(note);
      return insert(state);
    }

    @Override
    public Optional<ScheduleState> read(String name) {
      return store.find(name);
    }

    @Override
    public boolean change(ScheduleState state) {
      return store.change(state);
    }

    @Override
    public boolean remove(String name) {
      return store.remove(name);
    }

    @Override
    public void note(AuditNote note) {
      if (audit != null) {
        audit.note(note);
      }
    }

    @Override
    public UUID add(TaskRequest<?, ?> request) {
      return adder.add(request).taskId();
    }

    @Override
    public Optional<List<UUID>> tick(
        ScheduleState read,
        List<? extends TaskRequest<?, ?>> requests,
        Function<List<UUID>, ScheduleState> next) {
      if (read(read.name()).filter(read::equals).isEmpty()) {
        return Optional.empty();
      }
      List<UUID> added = requests.stream().map(request -> add(once(request))).toList();
      return change(next.apply(added)) ? Optional.of(added) : Optional.empty();
    }

    private static TaskRequest<?, ?> once(TaskRequest<?, ?> request) {
      Tick tick = TickTraits.in(RequestFields.of(request).traits()).orElseThrow();
      byte[] name = (tick.schedule() + '\n' + tick.time()).getBytes(StandardCharsets.UTF_8);
      String key = "tick " + UUID.nameUUIDFromBytes(name);
      return request.unique(Unique.forAtLeast(TICK_IS_KNOWN, key));
    }
  }
}

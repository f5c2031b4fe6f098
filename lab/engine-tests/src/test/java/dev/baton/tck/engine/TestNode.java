package dev.baton.tck.engine;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.cluster.NodeSettings;
import dev.baton.hook.TaskEvent;
import dev.baton.spi.Stores;
import dev.baton.task.Rule;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.rule.NewTask;
import dev.baton.tck.MemoryLeadership;
import dev.baton.tck.MemoryNoteStore;
import dev.baton.tck.MemoryResubmissionStore;
import dev.baton.tck.MemorySignalStore;
import dev.baton.tck.MemoryStatisticsStore;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTransactions;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;

/**
 * A database in memory and the nodes started on it. Its loops are quick, so that tests needn't
 * wait, and its clock leaves out the time in which the machine stalled.
 */
final class TestNode implements AutoCloseable {
  static final NodeSettings QUICK =
      NodeSettings.defaults()
          .poll(Duration.ofMillis(20))
          .sweep(Duration.ofMillis(10))
          .shutdown(Duration.ofSeconds(10));

  /** For tests that wait for a lease to expire. */
  static final NodeSettings SHORT_LEASE = QUICK.lease(Duration.ofMillis(600));

  final MemoryTaskStore store;
  final MemoryTransactions transactions;
  final Recorder events = new Recorder();
  final Baton baton;

  private TestNode(MemoryTaskStore store, UnaryOperator<Baton.Builder> with) {
    this.store = store;
    this.transactions = new MemoryTransactions(store);
    this.baton =
        with.apply(
                Baton.builder(
                        Stores.of(store)
                            .operations(store.operations())
                            .signals(new MemorySignalStore(store))
                            .resubmissions(new MemoryResubmissionStore(store))
                            .notes(new MemoryNoteStore(store))
                            .statistics(new MemoryStatisticsStore(store)))
                    .transactions(transactions)
                    .leadership(new MemoryLeadership(LivedTime.CLOCK, Duration.ofSeconds(1)))
                    .settings(s -> QUICK)
                    .runtime(new LivedRuntime())
                    .listener(events))
            .start();
  }

  static TestNode start(UnaryOperator<Baton.Builder> with) {
    return on(new MemoryTaskStore(LivedTime.CLOCK), with);
  }

  static TestNode on(MemoryTaskStore store, UnaryOperator<Baton.Builder> with) {
    return new TestNode(store, with);
  }

  /**
   * Inserts this many ready tasks of the type T into each of the flows, without a hint to any node.
   */
  static void addUnheard(MemoryTaskStore store, int flows, int tasksOfEach) throws Exception {
    List<NewTask> tasks = new ArrayList<>();
    for (int i = 0; i < flows * tasksOfEach; i++) {
      tasks.add(TaskDraft.ready("T").withKey("k" + i % flows).build());
    }
    new MemoryTransactions(store).call(transaction -> store.insert(transaction, tasks));
  }

  /** Adds a task in a separate transaction. */
  UUID add(TaskRequest<?, ?> request) {
    return baton.tasks().add(request).taskId();
  }

  /** Returns the live row. */
  Task task(UUID id) {
    return store.find(id).orElseThrow(() -> new AssertionError("not live: " + id));
  }

  /** Returns the finished row. */
  FinishedTask finished(UUID id) {
    return store.findFinished(id).orElseThrow(() -> new AssertionError("not finished: " + id));
  }

  /** Waits until an attempt of the task has been written by such a transition. */
  TaskEvent.Completed completed(UUID id, Rule rule) throws InterruptedException {
    return events.await(
        TaskEvent.Completed.class, event -> event.taskId().equals(id) && event.rule() == rule);
  }

  /** Returns how often a handler of the task was started. */
  int starts(UUID id) {
    return (int)
        events.all(TaskEvent.Started.class).stream()
            .filter(event -> event.taskId().equals(id))
            .count();
  }

  /** Asserts that no task is held and every slot is free after the written ends were reported. */
  void assertNothingLeft() throws InterruptedException {
    Waiting.until("all slots are free", () -> baton.slotsInUse() == 0);
    Waiting.until("no task is held", () -> baton.leasedTasks() == 0);
  }

  /** Waits until an attempt of the task has been written, and returns its event. */
  TaskEvent.Completed completed(UUID id) throws InterruptedException {
    return events.await(TaskEvent.Completed.class, event -> event.taskId().equals(id));
  }

  @Override
  public void close() {
    baton.close();
  }
}

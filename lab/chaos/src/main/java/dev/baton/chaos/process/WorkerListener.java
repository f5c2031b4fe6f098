package dev.baton.chaos.process;

import dev.baton.chaos.record.Journal;
import dev.baton.chaos.record.Occurrence;
import dev.baton.chaos.record.TaskKind;
import dev.baton.hook.TaskEvent;
import dev.baton.hook.TaskListener;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Rule;
import java.time.Duration;

/** Records the events of a worker's nodes. Thread-safe. */
final class WorkerListener implements TaskListener {
  private final Journal events;
  private final Handlers handlers;
  private final long leaseMillis;

  WorkerListener(Journal events, Handlers handlers, Duration lease) {
    this.events = events;
    this.handlers = handlers;
    this.leaseMillis = lease.toMillis();
  }

  @Override
  public void on(TaskEvent event) {
    if (event instanceof NodeEvent.LeaseLost lost) {
      events.write("lease-lost " + lost.taskId() + " " + lost.during());
    } else if (event instanceof NodeEvent.OrphanReleased orphan) {
      events.write("orphan " + orphan.taskId());
    } else if (event instanceof TaskEvent.Started started && started.dispatchedLocally()) {
      events.write(Occurrence.LOCAL_START.line(1));
    } else if (event instanceof TaskEvent.Completed completed) {
      completed(completed);
    }
  }

  private void completed(TaskEvent.Completed completed) {
    if (handlers.millisSinceEnd(completed.taskId()) > leaseMillis) {
      events.write(Occurrence.LATE_OUTCOME.line(1));
    }
    String type = completed.flow().type();
    boolean isolated =
        type.equals(TaskKind.REPEATABLE.name()) || type.equals(TaskKind.SERIAL.name());
    if (isolated && completed.rule() == Rule.FINISH) {
      events.write(Occurrence.HANDLER_AT_ISOLATION.line(1));
    }
  }
}

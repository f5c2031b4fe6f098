package dev.baton.engine.base;

import dev.baton.api.error.RequestRefusedException;
import dev.baton.operate.event.NodeEvent;
import dev.baton.spi.core.TaskWriter;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.RowFault;
import dev.baton.task.row.Task;
import dev.baton.task.rule.Transition;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops tasks in ERROR whose rows can't be read or written. The claimer, the sweeper and the lease
 * keeper use it, so that one bad row doesn't block the other tasks of a batch. Thread-safe.
 */
public final class UnreadableRows {
  private static final Logger LOG = LoggerFactory.getLogger(UnreadableRows.class);

  /**
   * Maximum number of tasks for which Baton logs that it can't stop them. Each task is logged once.
   */
  private static final int MAX_TOLD = 1_000;

  private final Set<UUID> told = ConcurrentHashMap.newKeySet();
  private final TaskWriter writer;
  private final Events events;
  private final TaskLog log;

  public UnreadableRows(NodeContext node) {
    this.writer = node.writer();
    this.events = node.events();
    this.log = node.taskLog();
  }

  /** Returns the readable tasks. Stops the others in ERROR and logs this. */
  public List<Task> stopped(List<Task> found) {
    if (found.stream().allMatch(task -> task.fault() == null)) {
      return found;
    }
    List<Task> readable = new ArrayList<>();
    for (Task task : found) {
      RowFault fault = task.fault();
      if (fault == null) {
        readable.add(task);
      } else {
        stop(task, fault);
      }
    }
    return readable;
  }

  /**
   * Writes one transition for each task. If the database refuses the statement because of one task,
   * this method stops that task in ERROR and writes the others.
   *
   * @return for each transition, in order, whether it was applied
   */
  public List<Boolean> tryApply(List<Task> tasks, List<Transition> transitions) {
    try {
      return writer.tryApply(transitions).stream().map(Verdict.APPLIED::equals).toList();
    } catch (RequestRefusedException refused) {
      int all = tasks.size();
      if (all == 1) {
        stop(tasks.get(0), "it can't be written: " + refused.getMessage());
        return List.of(false);
      }
      List<Boolean> applied = new ArrayList<>();
      applied.addAll(tryApply(tasks.subList(0, all / 2), transitions.subList(0, all / 2)));
      applied.addAll(tryApply(tasks.subList(all / 2, all), transitions.subList(all / 2, all)));
      return applied;
    }
  }

  /** Stops a task in ERROR whose row can be read but not used. */
  public void stop(Task task, String reason) {
    stop(task, new RowFault(task.position().version(), reason));
  }

  /** Stops a task in ERROR whose row can't be read. */
  public void stop(Task task, RowFault fault) {
    boolean stopped;
    try {
      stopped = writer.stop(task.id(), fault.version(), fault.advice());
    } catch (RequestRefusedException refused) {
      if (told.size() < MAX_TOLD && told.add(task.id())) {
        log.about(
            task,
            () ->
                LOG.error(
                    "Baton can't use the row of task {}: {}. It can't stop the task in ERROR"
                        + " either: {}. It keeps trying and logs this once. Look for a check or a"
                        + " trigger of baton_task that refuses the change",
                    task.id(),
                    Texts.line(fault.reason()),
                    Texts.line(refused.getMessage())));
      }
      return;
    }
    // If the task was not stopped, it is locked or has changed. A later search finds it again if
    // needed.
    if (stopped) {
      log.about(
          task,
          () ->
              LOG.error(
                  "Baton can't use the row of task {}: {}. It stopped the task in ERROR. Correct"
                      + " the row in baton_task and retry the task, or cancel it",
                  task.id(),
                  Texts.line(fault.reason())));
      events.emit(
          new NodeEvent.Unreadable(
              task.id(), task.spec().flow(), task.spec().bucket(), fault.reason()));
    }
  }
}

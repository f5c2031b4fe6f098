package dev.baton.tck.simulation;

import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.rule.WaitState;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.UUID;

/** The committed rows of a simulated database, as its checkers see them. */
public interface CommittedRows {

  Optional<Task> find(UUID id);

  Optional<FinishedTask> findFinished(UUID id);

  /** Returns all live tasks, read again at each call. */
  List<Task> live();

  /** Returns all finished tasks that are kept, read again at each call. */
  List<FinishedTask> finished();

  /** Returns the wait state of a task. */
  WaitState waiting(UUID id);

  /** Returns the effects that the application has written, each with its count. */
  SortedMap<String, Integer> effects();
}

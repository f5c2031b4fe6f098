package dev.baton.tck.simulation;

import dev.baton.task.internal.FinishedTask;
import dev.baton.task.internal.Task;
import dev.baton.task.rule.WaitState;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.UUID;

/** What is committed in a simulated database, as its checkers see it. */
public interface CommittedRows {

  Optional<Task> find(UUID id);

  Optional<FinishedTask> findFinished(UUID id);

  /** All live tasks, read anew. */
  List<Task> live();

  /** All finished tasks that are kept, read anew. */
  List<FinishedTask> finished();

  /** How a task stands to those it waits for. */
  WaitState waiting(UUID id);

  /** What the application has written, each with how often. */
  SortedMap<String, Integer> effects();
}

package dev.baton.host;

import dev.baton.operate.Operations;
import dev.baton.operate.Page;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.task.Status;

/**
 * Number of live tasks with a status, counted up to the size of one page. The health check reads it
 * every few seconds, so it must not read a million rows.
 *
 * @param atLeast whether there are more tasks than the count
 */
record TaskCount(int count, boolean atLeast) {

  /** Counts the tasks of a status. The status must have an index, as ERROR does. */
  static TaskCount of(Operations operations, Status status) {
    Page<TaskInfo> page = operations.search(TaskFilter.all().status(status)).page(Page.MAX_SIZE);
    return new TaskCount(page.items().size(), page.next().isPresent());
  }
}

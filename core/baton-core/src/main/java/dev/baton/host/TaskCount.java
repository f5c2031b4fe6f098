package dev.baton.host;

import dev.baton.operate.Operations;
import dev.baton.operate.Page;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.task.Status;

/**
 * How many live tasks have a status, as far as one page goes: a count that is asked for every few
 * seconds must not read a million rows.
 *
 * @param atLeast whether there are more
 */
record TaskCount(int count, boolean atLeast) {

  /** Of a status that has an index, such as ERROR. */
  static TaskCount of(Operations operations, Status status) {
    Page<TaskInfo> page = operations.search(TaskFilter.all().status(status)).page(Page.MAX_SIZE);
    return new TaskCount(page.items().size(), page.next() != null);
  }
}

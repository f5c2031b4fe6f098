package dev.baton.task.row;

/**
 * An error in the row of a live task that something other than Baton has caused. The {@link Task}
 * with this fault contains the values that could be read, and harmless values for the others.
 *
 * @param version the version in the row, even if it is invalid
 * @param reason which columns can't be read, or why the row can't be written; doesn't quote the
 *     payload or the context
 */
public record RowFault(long version, String reason) {

  /** Returns an entry for the task's history that says what is wrong and what to do. */
  public String advice() {
    return "The row of this task can't be used: "
        + reason
        + ". Invalid numbers were set to the nearest valid ones when the task was stopped."
        + " Correct the row in the table baton_task and retry the task, or cancel the task";
  }
}

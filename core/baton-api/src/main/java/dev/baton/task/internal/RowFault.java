package dev.baton.task.internal;

/**
 * What is wrong in the row of a live task, which was written by something other than Baton. The
 * task that carries it shows what could be read; where that can't be, it shows what is harmless.
 *
 * @param version the version that the row holds, whatever that is
 * @param reason which columns can't be read and why, or why it can't be written; nothing of a
 *     payload or a carried context
 */
public record RowFault(long version, String reason) {

  /** For the task's history: what is wrong, and what to do. */
  public String advice() {
    return "The row of this task can't be used: "
        + reason
        + ". Numbers that aren't allowed were set to the nearest that is when the task was stopped."
        + " Correct the row in the table baton_task and retry the task, or cancel the task";
  }
}

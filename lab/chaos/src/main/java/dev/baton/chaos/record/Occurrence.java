package dev.baton.chaos.record;

import java.util.Locale;

/** An event that a run must have had. Without it the run proves nothing about the event. */
public enum Occurrence {
  BATCH_CLAIMED("claims of 64 tasks or more"),
  UNLIMITED_AT_ONCE("the largest number of tasks without a limit that one node ran at once"),
  LOCAL_START("tasks that started on the node that added them, claimed by their insert"),
  LATE_OUTCOME("outcomes written later than a lease after their handler's end"),
  BUCKET_STOPPED("claimed or running tasks when workers' buckets were stopped"),
  ADD_UNDONE("adds rolled back to a savepoint, in one of several ways"),
  ROLLED_BACK_IN_TEXT("transactions that an adder ended by a ROLLBACK statement"),
  ADDED_AGAIN("own ids that were delivered again and existed already"),
  ROWS_LOCKED("ready or running rows that other programs locked and rolled back"),
  ROWS_LOCKED_TO_SAVEPOINT("such rows, rolled back to a savepoint"),
  ROWS_LOCKED_LONG("such rows, locked for longer than a lease"),
  WAIT_UNDONE("waits for live tasks that were rolled back"),
  SIGNALLED("signals that were applied"),
  EJECTED("of these, to running tasks"),
  SIGNAL_UNDONE("signals that were rolled back"),
  SIGNAL_NOT_WANTED("signals that changed nothing"),
  CANCELLED("tasks that an operator cancelled"),
  CANCELLED_HELD("of these, while they ran"),
  MOVED("tasks that got another time or priority"),
  HELD("tasks that were put on hold and released"),
  MENDED("tasks in ERROR that were edited and retried"),
  HANDLER_AT_ISOLATION("transactional handlers at repeatable read or serializable"),
  ISOLATION_REFUSED("nodes that refused transactional handlers at such an isolation");

  private final String words;

  Occurrence(String words) {
    this.words = words;
  }

  public String words() {
    return words;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Returns the line with which a process records this number of occurrences. */
  public String line(int times) {
    return "met " + name() + " " + times;
  }
}

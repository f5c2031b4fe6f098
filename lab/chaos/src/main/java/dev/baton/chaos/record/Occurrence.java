package dev.baton.chaos.record;

import java.util.Locale;

/** What a run must have met, or it has shown nothing of it. */
public enum Occurrence {
  BATCH_CLAIMED("claims of 64 tasks or more"),
  UNLIMITED_AT_ONCE("the most tasks without a limit that one node ran at once"),
  LOCAL_START("tasks that started where they were added, claimed by their insert"),
  LATE_OUTCOME("outcomes that were written later than a lease after their handler's end"),
  BUCKET_STOPPED("tasks in hand when workers' buckets were stopped"),
  ADD_UNDONE("adds that were taken back to a savepoint, in one of several ways"),
  ROLLED_BACK_IN_TEXT("transactions that an adder ended by ROLLBACK as a statement"),
  ADDED_AGAIN("own ids that were delivered again and were there already"),
  ROWS_LOCKED("ready or running rows that others locked and rolled back"),
  ROWS_LOCKED_TO_SAVEPOINT("the same, rolled back to a savepoint"),
  ROWS_LOCKED_LONG("the same, held for longer than a lease"),
  WAIT_UNDONE("waits for live tasks that were rolled back"),
  SIGNALLED("signals that were applied"),
  EJECTED("of these, to tasks that a node held"),
  SIGNAL_UNDONE("signals that were rolled back"),
  SIGNAL_NOT_WANTED("signals that changed nothing"),
  CANCELLED("tasks that an operator cancelled"),
  CANCELLED_HELD("of these, while a node held them"),
  MOVED("tasks that were given another time or priority"),
  HELD("tasks that were held and let go"),
  MENDED("tasks in ERROR that were edited and retried"),
  HANDLER_AT_ISOLATION("transactional handlers done at repeatable read or serializable"),
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

  /** How a process notes that it happened so often. */
  public String line(int times) {
    return "met " + name() + " " + times;
  }
}

package dev.baton.tck.simulation;

import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Checks that signals stay with the task that received them until its end, whichever node writes
 * the task afterwards. A write of an ejected holder, which doesn't know of the signals, would lose
 * them. The data of such a task are its received signals, and so is the result of a DONE task.
 */
final class TalkCheck implements RowCheck {
  static final String TOLD = "TOLD";

  private final Violations violations;
  private final Map<UUID, Set<String>> seen = new HashMap<>();
  private int count;

  TalkCheck(Violations violations) {
    this.violations = violations;
  }

  /** Returns a signal that was never used. */
  String next() {
    return Integer.toString(++count);
  }

  static boolean isTalk(History.Row row) {
    Task live = row.live();
    return live != null && live.spec().type().equals(Types.TALK);
  }

  /** Returns the task's known signals and this one. */
  static Bytes with(Task task, String news) {
    Bytes known = task.position().data();
    return Bytes.of(known == null ? news : known.toText() + " " + news);
  }

  /** Checks that the row had these signals when the sender got its response. */
  void mustBeThere(UUID task, String news) {
    if (!seen.getOrDefault(task, Set.of()).contains(news)) {
      violations.report("news " + news + " were acknowledged by " + task + " but never stored");
    }
  }

  /** Returns whether a signal took the row from its holder. */
  static boolean isEjection(RowChange change, Position was, Position is) {
    return change.operator()
        && change.verb() == Verb.COMMIT
        && is.version() == was.version() + 1
        && (is.status() == Status.READY || is.status() == Status.WAITING)
        && is.state().equals(TOLD)
        && is.attempts() == 0
        && is.losses() == 0;
  }

  @Override
  public void changed(RowChange change) {
    Task before = change.before().live();
    if (before == null || !isTalk(change.before())) {
      return;
    }
    Set<String> known = news(before.position().data());
    Set<String> now = after(change.after(), known);
    if (!now.containsAll(known)) {
      violations.report(
          change.id() + " knew " + known + " and after " + change.verb() + " only " + now);
    }
    seen.computeIfAbsent(change.id(), id -> new TreeSet<>()).addAll(now);
  }

  private static Set<String> after(History.Row row, Set<String> unknown) {
    Task live = row.live();
    FinishedTask finished = row.finished();
    if (live != null) {
      return news(live.position().data());
    }
    // Only a DONE task says which signals it knew.
    return finished != null && finished.status() == Status.DONE ? news(finished.result()) : unknown;
  }

  private static Set<String> news(@Nullable Bytes data) {
    return data == null ? Set.of() : new TreeSet<>(List.of(data.toText().split(" ")));
  }
}

package dev.baton.tck.simulation;

import dev.baton.api.Conflict;
import dev.baton.handler.Attempt;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Checks that no merged payload is lost. Each submission of {@link Types#GATHER} carries a unique
 * word. A word whose add was accepted is in the row after the commit. It got there before the task
 * began, and it stays until the task ends. Handlers receive the row's words. A word that was rolled
 * back is never in the row.
 */
final class MergeCheck implements RowCheck {
  /** Appends the second payload's words to the first payload's. */
  static final Conflict<Bytes> APPEND =
      Conflict.merge((there, more) -> Bytes.of(there.toText() + " " + more.toText()));

  private final Violations violations;
  private final History history;
  private final Set<String> seen = new HashSet<>();
  private final Set<String> never = new HashSet<>();
  private int words;

  MergeCheck(Violations violations, History history) {
    this.violations = violations;
    this.history = history;
  }

  /** Returns a word that was never used. */
  String word() {
    return "w" + ++words;
  }

  /** Notes that the add of this word was accepted and its commit acknowledged. */
  void taken(String word) {
    if (!seen.contains(word)) {
      violations.report("the merged " + word + " is lost, although its commit was acknowledged");
    }
  }

  /** Notes that the add of this word was rolled back. */
  void neverWas(String word) {
    never.add(word);
    if (seen.contains(word)) {
      violations.report("the merged " + word + " was rolled back but exists");
    }
  }

  /** Checks that a handler receives the payload of the row that it holds. */
  void started(Attempt attempt) {
    Task row = history.rows().getOrDefault(attempt.taskId(), History.Row.GONE).live();
    if (row != null
        && row.position().version() == attempt.fencingToken()
        && !Objects.equals(row.spec().payload(), attempt.payload())) {
      violations.report(attempt.taskId() + " runs without its merged payload");
    }
  }

  @Override
  public void changed(RowChange change) {
    TaskSpec after = spec(change.after());
    if (after == null || !after.type().equals(Types.GATHER)) {
      return;
    }
    Set<String> is = words(after);
    Task before = change.before().live();
    if (before != null) {
      Set<String> was = words(before.spec());
      if (!is.containsAll(was)) {
        violations.report(change.id() + " lost its merged payload: " + was + " -> " + is);
      }
      if (!was.containsAll(is) && hasBegun(before.position())) {
        violations.report("merged into " + change.id() + ", which had begun");
      }
    }
    for (String word : is) {
      if (never.contains(word)) {
        violations.report("the merged " + word + " was rolled back but exists");
      }
    }
    seen.addAll(is);
  }

  @Override
  public void rewound() {
    seen.clear();
    history.rows().values().stream()
        .map(MergeCheck::spec)
        .filter(spec -> spec != null && spec.type().equals(Types.GATHER))
        .forEach(spec -> seen.addAll(words(spec)));
  }

  /** Returns whether a submission may make this change of the row. */
  static boolean mayBe(RowChange change, Position was, Position is) {
    Task before = change.before().live();
    return before != null
        && before.spec().type().equals(Types.GATHER)
        && change.verb() == Verb.COMMIT
        && !hasBegun(was)
        && is.status() == was.status()
        // The version grows by one for each merge of the transaction.
        && is.version() > was.version()
        && Objects.equals(is.runAt(), was.runAt());
  }

  private static boolean hasBegun(Position position) {
    return position.attempts() > 0
        || position.losses() > 0
        || position.status() == Status.RUNNING
        || position.status() == Status.ERROR;
  }

  private static Set<String> words(@Nullable TaskSpec spec) {
    Bytes payload = spec == null ? null : spec.payload();
    return payload == null ? Set.of() : new TreeSet<>(List.of(payload.toText().split(" ")));
  }

  private static @Nullable TaskSpec spec(History.Row row) {
    Task live = row.live();
    FinishedTask finished = row.finished();
    if (live != null) {
      return live.spec();
    }
    return finished == null ? null : finished.spec();
  }
}

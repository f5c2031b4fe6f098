package dev.baton.tck.simulation;

import dev.baton.api.Conflict;
import dev.baton.handler.Attempt;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.task.internal.FinishedTask;
import dev.baton.task.internal.Position;
import dev.baton.task.internal.Task;
import dev.baton.task.internal.TaskSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What was merged into a task is never lost: each submission of {@link Types#GATHER} carries a word
 * of its own. A word whose add was taken up is in the row after the commit, came there before the
 * task began, and stays there until its end; handlers are given what the row has. A word that was
 * rolled back never is.
 */
final class MergeCheck implements RowCheck {
  /** All words, one after the other. */
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

  /** A word that was never used. */
  String word() {
    return "w" + ++words;
  }

  /** The add of this word was taken up, and its commit answered. */
  void taken(String word) {
    if (!seen.contains(word)) {
      violations.report("the merged " + word + " is lost, though its commit was answered");
    }
  }

  /** The add of this word was rolled back. */
  void neverWas(String word) {
    never.add(word);
    if (seen.contains(word)) {
      violations.report("the merged " + word + " was rolled back and yet there");
    }
  }

  /** A handler is given what the row it holds has. */
  void started(Attempt attempt) {
    Task row = history.rows().getOrDefault(attempt.taskId(), History.Row.GONE).live();
    if (row != null
        && row.position().version() == attempt.fencingToken()
        && !Objects.equals(row.spec().payload(), attempt.payload())) {
      violations.report(attempt.taskId() + " runs without what was merged into it");
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
        violations.report(change.id() + " lost what was merged into it: " + was + " -> " + is);
      }
      if (!was.containsAll(is) && hasBegun(before.position())) {
        violations.report("merged into " + change.id() + ", which had begun");
      }
    }
    for (String word : is) {
      if (never.contains(word)) {
        violations.report("the merged " + word + " was rolled back and yet there");
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

  /** Whether a change of the row is one that a submission may make. */
  static boolean mayBe(RowChange change, Position was, Position is) {
    Task before = change.before().live();
    return before != null
        && before.spec().type().equals(Types.GATHER)
        && change.verb() == Verb.COMMIT
        && !hasBegun(was)
        && is.status() == was.status()
        // One for each merge of the transaction.
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

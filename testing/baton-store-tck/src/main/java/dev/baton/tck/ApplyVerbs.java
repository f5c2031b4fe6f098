package dev.baton.tck;

import dev.baton.api.Transaction;
import dev.baton.spi.core.IdOrder;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.Candidate;
import dev.baton.task.Status;
import dev.baton.task.rule.Transition;
import dev.baton.tck.table.RowAccess;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** How transitions are written in memory, with what they release. Thread-safe. */
final class ApplyVerbs {
  private final MemoryDatabase database;
  private final ReleaseListeners releases;

  ApplyVerbs(MemoryDatabase database, ReleaseListeners releases) {
    this.database = database;
    this.releases = releases;
  }

  List<Boolean> apply(List<Transition> transitions) {
    return apply(transitions, (i, now) -> {});
  }

  /**
   * As above.
   *
   * @param noted told the place of each that is applied, in the step that applies it
   */
  List<Boolean> apply(List<Transition> transitions, BiConsumer<Integer, Instant> noted) {
    List<UUID> ids = transitions.stream().map(Transition::id).toList();
    List<Candidate> released = new ArrayList<>();
    List<Boolean> answer =
        database.whenFree(
            null,
            () -> database.othersTouchTasks(null, WaitWrites.reach(database.tables(), ids)),
            now -> {
              // In order of ids, as every store locks rows: two batches can't wait for each other.
              List<Integer> order = new ArrayList<>();
              ids.forEach(id -> order.add(order.size()));
              order.sort(Comparator.comparing(ids::get, IdOrder.BY_BYTES));
              TreeMap<Integer, Boolean> verdicts = new TreeMap<>();
              order.forEach(
                  i -> {
                    WaitWrites.Applied applied =
                        WaitWrites.apply(database.tables(), transitions.get(i), now);
                    released.addAll(applied.released());
                    releases.moved(applied);
                    verdicts.put(i, applied.done());
                    if (applied.done()) {
                      noted.accept(i, now);
                    }
                  });
              return List.copyOf(verdicts.values());
            });
    releases.tell(released);
    return answer;
  }

  boolean apply(Transaction transaction, Transition transition) {
    MemoryTransaction own = database.own(transaction);
    return database.whenFree(
        own,
        () ->
            database.othersTouchTasks(
                own, WaitWrites.reach(own.overlay(), List.of(transition.id()))),
        now -> {
          WaitWrites.Applied applied = WaitWrites.apply(own.overlay(), transition, now);
          releases.toldAfter(own, applied);
          return applied.done();
        });
  }

  List<Verdict> tryApply(List<Transition> transitions) {
    transitions.forEach(ApplyVerbs::requireNotBlocked);
    List<Candidate> released = new ArrayList<>();
    List<Verdict> answer =
        database.atOnce(
            now -> {
              List<Verdict> verdicts = new ArrayList<>();
              for (Transition transition : transitions) {
                WaitWrites.Applied applied = null;
                if (!othersTouch(null, database.tables(), transition)) {
                  applied = WaitWrites.apply(database.tables(), transition, now);
                  released.addAll(applied.released());
                  releases.moved(applied);
                }
                verdicts.add(verdict(applied, database.tables(), transition, now));
              }
              return verdicts;
            });
    releases.tell(released);
    return answer;
  }

  Verdict tryApply(Transaction transaction, Transition transition) {
    requireNotBlocked(transition);
    MemoryTransaction own = database.own(transaction);
    return database.whenFree(
        own,
        () -> false,
        now -> {
          WaitWrites.Applied applied = null;
          if (!othersTouch(own, own.overlay(), transition)) {
            applied = WaitWrites.apply(own.overlay(), transition, now);
            releases.toldAfter(own, applied);
          }
          return verdict(applied, own.overlay(), transition, now);
        });
  }

  private boolean othersTouch(
      @Nullable MemoryTransaction own, RowAccess unit, Transition transition) {
    return database.othersTouchTasks(own, WaitWrites.reach(unit, List.of(transition.id())));
  }

  /** What others have locked is judged by what is committed. */
  private static Verdict verdict(
      WaitWrites.@Nullable Applied applied, RowAccess unit, Transition transition, Instant now) {
    if (applied != null) {
      return applied.done() ? Verdict.APPLIED : Verdict.REFUSED;
    }
    return RowWrites.fits(unit, transition, now) ? Verdict.BUSY : Verdict.REFUSED;
  }

  private static void requireNotBlocked(Transition transition) {
    if (transition.guard().status() == Status.BLOCKED) {
      throw new IllegalArgumentException(
          "Task "
              + transition.id()
              + " is BLOCKED, so no node holds it: write this transition with apply");
    }
  }
}

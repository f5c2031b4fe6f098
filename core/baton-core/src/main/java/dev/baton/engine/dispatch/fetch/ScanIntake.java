package dev.baton.engine.dispatch.fetch;

import dev.baton.engine.dispatch.fetch.FlowScanner.ScannedFlow;
import dev.baton.engine.dispatch.table.LookAheadTable;
import dev.baton.task.row.Candidate;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Takes scan results into the table. If a flow was read completely, this class takes all its tasks.
 * Otherwise it takes the first ones, and fetches read the rest. Only the bucket's dispatcher uses
 * it; not thread-safe.
 *
 * @param leaves returns whether this node leaves the task to other nodes
 * @param offer takes a task that may run here into the table
 */
record ScanIntake(
    LookAheadTable table,
    FetchCursors cursors,
    RecentClaims claims,
    Predicate<Candidate> leaves,
    Consumer<Candidate> offer) {

  void takeIn(ScannedFlow seen) {
    List<Candidate> wanted = unknown(seen).toList();
    // A flow with a single task takes no more room than its head, and needs no fetch later.
    boolean all = !seen.hasMore() && (wanted.size() == 1 || !table.isNearlyFull());
    if (all) {
      wanted.forEach(offer);
    }
    if (wanted.isEmpty()) {
      cursors.skipTo(seen.head());
      if (seen.hasMore()) {
        table.mayHaveMore(seen.head().flow());
      }
    } else if (!all) {
      cursors.begin(wanted.get(0));
      table.head(wanted.get(0));
    }
  }

  private Stream<Candidate> unknown(ScannedFlow seen) {
    return seen.ready().stream()
        .filter(task -> !table.knows(task) && !claims.has(task, seen.readNanos()))
        .filter(task -> !leaves.test(task));
  }
}

package dev.baton.engine.dispatch;

import dev.baton.engine.dispatch.peer.WorkSharing.Part;
import dev.baton.engine.dispatch.peer.WorkSharing.Parts;
import dev.baton.engine.dispatch.table.LookAhead;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Takes in what scans saw: all of a flow that was seen whole, else its head, and the rest is left
 * to fetches. Beside nodes that claim the same it takes in this node's part only. Owned by the
 * bucket's dispatcher, not thread-safe.
 */
final class ScanIntake {
  private final LookAhead table;
  private final FetchCursors cursors;
  private final Predicate<Flow> mayRun;
  private final Consumer<Candidate> offer;
  private final ClaimedLately claimedLately;

  ScanIntake(
      LookAhead table,
      FetchCursors cursors,
      ClaimedLately claimedLately,
      Predicate<Flow> mayRun,
      Consumer<Candidate> offer) {
    this.table = table;
    this.cursors = cursors;
    this.claimedLately = claimedLately;
    this.mayRun = mayRun;
    this.offer = offer;
  }

  /**
   * @param parts what of it is this node's to read
   */
  void takeIn(ScannedFlow seen, Parts parts) {
    if (!mayRun.test(seen.head().flow())) {
      return;
    }
    Part part = parts.of(seen.head(), seen.hasMore());
    if (part == Part.ALL || part == Part.SEEN) {
      takeIn(seen);
    } else if (part == Part.SHARE) {
      cursors.begin(seen.head());
      table.headOfAll(seen.head());
    }
  }

  private void takeIn(ScannedFlow seen) {
    List<Candidate> wanted = unknown(seen).toList();
    // One alone takes no more room than a head, and leaves nothing behind to fetch.
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
        .filter(task -> !table.knows(task) && !claimedLately.has(task, seen.readNanos()));
  }
}

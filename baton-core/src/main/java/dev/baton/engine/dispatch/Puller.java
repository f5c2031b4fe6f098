package dev.baton.engine.dispatch;

import dev.baton.api.BucketOptions;
import dev.baton.engine.NodeContext;
import dev.baton.engine.dispatch.peer.WorkSharing;
import dev.baton.spi.TaskStore.Place;
import dev.baton.spi.TaskStore.PullRequest;
import dev.baton.spi.TaskStore.Share;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Has the ready tasks read of flows that have room in the look-ahead table: beside the claims while
 * there is something to claim, at once where there isn't. Owned by the bucket's dispatcher, not
 * thread-safe.
 */
final class Puller {
  private static final int LEAST_FLOWS = 50;
  private static final int MOST_FLOWS = 400;

  /** The last one read, from which a pull goes on, and may be claimed just now; and the next. */
  private static final int LEAST_OF_ONE = 2;

  private final BucketOptions options;
  private final NodeContext node;
  private final LookAhead table;
  private final PullLane lane;
  private final Predicate<Flow> mayRun;
  private final Marks marks;
  private final WorkSharing sharing;
  private final ClaimedLately claimedLately;
  private final ClaimLanes claims;

  /** The pull under way. */
  private @Nullable Pull pull;

  private boolean beside;

  /** Whether what is being read isn't wanted any more. */
  private boolean forgets;

  /** How many flows are pulled at a time: many where each has next to nothing. */
  private int width = LEAST_FLOWS;

  /** How many of each flow are read whatever the room. */
  private int least = LEAST_OF_ONE;

  Puller(
      BucketOptions options,
      NodeContext node,
      WorkSharing sharing,
      LookAhead table,
      Marks marks,
      ClaimedLately claimedLately,
      ClaimLanes claims,
      PullLane lane,
      Predicate<Flow> mayRun) {
    this.options = options;
    this.node = node;
    this.sharing = sharing;
    this.table = table;
    this.marks = marks;
    this.claimedLately = claimedLately;
    this.claims = claims;
    this.lane = lane;
    this.mayRun = mayRun;
  }

  /** Takes in what was read beside the claims; reads at once where there is nothing to claim. */
  void pull(Consumer<Candidate> offer) {
    List<Pull.Reading> read = lane.take();
    if (read != null) {
      takeIn(read, offer);
    }
    if (!table.hasOpen() && claims.isEmpty() && !beside && begin()) {
      takeIn(asked().read(node.store()), offer);
    }
  }

  /** Has hungry flows read while this node claims. */
  void pullBeside() {
    if (!beside && begin()) {
      beside = true;
      lane.read(asked());
    }
  }

  /** What is being read will be read again. */
  void forget() {
    forgets = pull != null;
  }

  private boolean begin() {
    if (pull == null && table.isHungry()) {
      pull = next();
    }
    return pull != null;
  }

  /** Whether the next round has something to pull, or to pull again. */
  boolean isWanting() {
    return pull == null ? table.isHungry() : !beside;
  }

  /** Whether the store may have ready tasks that are being read. */
  boolean isPulling() {
    return pull != null;
  }

  private @Nullable Pull next() {
    List<Flow> flows = table.hungry(width);
    if (flows.isEmpty()) {
      return null;
    }
    Function<Flow, Share> shares = sharing.nextFetch();
    List<PullRequest> requests =
        flows.stream().map(flow -> marks.pull(flow, shares.apply(flow))).toList();
    flows.forEach(table::pulling);
    int most = requests.stream().mapToInt(this::room).max().orElse(1);
    // All together half of what the table has room for: the rest is for the flows that come next.
    int limit = Math.max(least, Math.min(most, table.room() / 2 / flows.size()));
    long nanos = node.runtime().nanoTime();
    return new Pull(options.name(), node.clock().now(), nanos, requests, limit);
  }

  /** What is read from the beginning is known in part; what is read on from a task isn't. */
  private int room(PullRequest request) {
    boolean goesOn = request.from().values().stream().anyMatch(Place::isOfATask);
    int known = goesOn ? table.sizeOf(request.flow()) : 0;
    return Math.max(1, Math.min(options.lookAheadPerFlow() - known, table.portion()));
  }

  private int beyond(List<Pull.Reading> read, Set<Flow> flows) {
    int claimed = flows.stream().mapToInt(claims::tasksOf).max().orElse(0);
    int seen = read.stream().mapToInt(reading -> reading.ready().size()).max().orElse(0);
    return 1 + Math.max(claimed, Math.min(2 * seen, options.lookAheadPerFlow()));
  }

  private Pull asked() {
    return Objects.requireNonNull(pull);
  }

  private void takeIn(List<Pull.Reading> read, Consumer<Candidate> offer) {
    Pull asked = asked();
    Set<Flow> more = new HashSet<>();
    int found = 0;
    int offered = 0;
    for (Pull.Reading reading : forgets ? List.<Pull.Reading>of() : read) {
      marks.pulled(reading, asked.began());
      found += reading.ready().size();
      // What was paused meanwhile is forgotten until it is resumed, and what was claimed meanwhile
      // may have been read as it was before.
      List<Candidate> open =
          reading.ready().stream()
              .filter(ready -> mayRun.test(ready.flow()))
              .filter(ready -> !claimedLately.has(ready, asked.beganNanos()))
              .toList();
      open.forEach(offer);
      offered += open.size();
      Flow flow = reading.asked().flow();
      if (reading.hasMore() && mayRun.test(flow)) {
        more.add(flow);
      }
    }
    // All that was read of some flow may be what is being claimed, or what this node leaves to
    // others: the next pull reads beyond it.
    boolean inVain = offered == 0 && !more.isEmpty();
    least = inVain ? beyond(read, more) : LEAST_OF_ONE;
    width = found < asked.flows().size() ? Math.min(2 * width, MOST_FLOWS) : LEAST_FLOWS;
    if (!forgets && asked.isOfShares() && asked.isShort(read) && sharing.helpsOthers()) {
      asked.flows().stream().filter(mayRun).forEach(more::add);
    }
    asked.flows().forEach(flow -> table.pulled(flow, more.contains(flow)));
    pull = null;
    beside = false;
    forgets = false;
  }
}

package dev.baton.engine.dispatch;

import dev.baton.api.BucketOptions;
import dev.baton.engine.cluster.Rivals;
import dev.baton.spi.TaskStore;
import dev.baton.spi.TaskStore.PullRequest;
import dev.baton.spi.TaskStore.Share;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
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
  private static final int MOST_BOOKED = 10_000;

  private final BucketOptions options;
  private final TaskStore store;
  private final Rivals rivals;
  private final LookAhead table;
  private final PullLane lane;
  private final Predicate<Flow> mayRun;
  private final Marks marks = new Marks();
  private final Rivalry rivalry = new Rivalry();

  /** What is claimed while the lane reads, by version: it may be read as it was before. */
  private final Map<UUID, Long> booked = new HashMap<>();

  /** The pull under way. */
  private @Nullable Pull pull;

  private boolean beside;

  /** How many flows are pulled at a time: many where each has next to nothing. */
  private int width = LEAST_FLOWS;

  Puller(
      BucketOptions options,
      TaskStore store,
      Rivals rivals,
      LookAhead table,
      PullLane lane,
      Predicate<Flow> mayRun) {
    this.options = options;
    this.store = store;
    this.rivals = rivals;
    this.table = table;
    this.lane = lane;
    this.mayRun = mayRun;
  }

  Marks marks() {
    return marks;
  }

  Rivalry rivalry() {
    return rivalry;
  }

  /** Takes in what was read beside the claims; reads at once where there is nothing to claim. */
  void pull(Consumer<Candidate> offer) {
    Pull.Answer read = lane.take();
    if (read != null) {
      takeIn(read, offer);
    }
    if (!table.hasOpen() && !beside && begin()) {
      takeIn(Objects.requireNonNull(pull).read(store), offer);
    }
  }

  /** Has hungry flows read while this batch is claimed. */
  void pullBeside(List<Claimer.Booked> batch) {
    if (!beside && begin()) {
      beside = true;
      lane.read(Objects.requireNonNull(pull));
    }
    if (beside && booked.size() < MOST_BOOKED) {
      // Beyond that, what comes back is claimed in vain, which does no harm.
      batch.forEach(one -> booked.put(one.candidate().id(), one.candidate().version()));
    }
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

  private Pull next() {
    List<Flow> flows = table.hungry(width);
    flows.forEach(table::pulling);
    Share share = rivalry.sharesNext() ? rivals.share(options.name()) : Share.WHOLE;
    return new Pull(
        options.name(),
        share.equals(Share.WHOLE) ? List.of() : requests(flows, share),
        requests(flows, Share.WHOLE),
        // All together no more than the table has room for.
        Math.min(options.lookAheadPerFlow(), options.lookAheadTotal() / flows.size() + 1));
  }

  private List<PullRequest> requests(List<Flow> flows, Share share) {
    return flows.stream().map(flow -> marks.pull(flow, share)).toList();
  }

  private void takeIn(Pull.Answer read, Consumer<Candidate> offer) {
    Pull asked = Objects.requireNonNull(pull);
    boolean thin = read.ready().size() < asked.whole().size();
    width = thin ? Math.min(2 * width, MOST_FLOWS) : LEAST_FLOWS;
    marks.pulled(read.fromTheFirst());
    read.ready().stream().filter(this::isFree).forEach(offer);
    for (Flow flow : asked.flows()) {
      // A flow that was paused meanwhile is forgotten until it is resumed.
      table.pulled(flow, mayRun.test(flow) && read.more().contains(flow));
    }
    pull = null;
    beside = false;
    booked.clear();
  }

  private boolean isFree(Candidate candidate) {
    Long version = booked.get(candidate.id());
    return version == null || version < candidate.version();
  }
}

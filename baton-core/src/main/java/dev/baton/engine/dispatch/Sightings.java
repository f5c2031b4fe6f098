package dev.baton.engine.dispatch;

import dev.baton.api.BucketOptions;
import dev.baton.engine.NodeContext;
import dev.baton.engine.cluster.Rivals;
import dev.baton.spi.TaskStore.Share;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Takes in what looks saw: all of a flow that was seen whole, else its head, and the rest is left
 * to pulls. Beside nodes that claim the same, flows are divided: those of others are left to them,
 * unless they fall behind. Owned by the bucket's dispatcher, not thread-safe.
 */
final class Sightings {
  /** So many flows can be divided among nodes; of fewer each node takes a share of the tasks. */
  static final int MANY = 64;

  private final BucketOptions options;
  private final NodeContext node;
  private final LookAhead table;
  private final Marks marks;
  private final Rivalry rivalry;
  private final Rivals rivals;
  private final Predicate<Flow> mayRun;
  private final Consumer<Candidate> offer;
  private final ClaimedLately claimedLately = new ClaimedLately();
  private Instant reached = Instant.EPOCH;
  private long claimedNanos;

  Sightings(
      BucketOptions options,
      NodeContext node,
      LookAhead table,
      Marks marks,
      Rivalry rivalry,
      Rivals rivals,
      Predicate<Flow> mayRun,
      Consumer<Candidate> offer) {
    this.options = options;
    this.node = node;
    this.table = table;
    this.marks = marks;
    this.rivalry = rivalry;
    this.rivals = rivals;
    this.mayRun = mayRun;
    this.offer = offer;
    this.claimedNanos = node.runtime().nanoTime();
  }

  /** These are claimed next, perhaps in vain. */
  void claiming(List<Claimer.Booked> batch) {
    reached = batch.get(batch.size() - 1).candidate().arrivedAt();
    claimedNanos = node.runtime().nanoTime();
  }

  /** All of these were claimed: a look that was under way may bring them back. */
  void claimed(List<Claimer.Booked> batch) {
    claimedLately.add(batch);
  }

  void takeIn(Inbox inbox) {
    int flows = inbox.sightings();
    if (flows > 0) {
      boolean ofMany = flows >= MANY || table.flowCount() >= MANY;
      Division division = divide();
      inbox.drainSightings(seen -> takeIn(seen, division, ofMany));
    }
  }

  private Division divide() {
    Duration poll = node.settings().poll();
    // Who has had nothing to do for so long may as well do what is for others.
    boolean idle = node.runtime().nanoTime() - claimedNanos > poll.toNanos();
    Share share = rivalry.sharesNext() && !idle ? rivals.share(options.name()) : Share.WHOLE;
    return new Division(share, table.peek(), reached, poll, node.clock().now());
  }

  private void takeIn(Sighting seen, Division division, boolean ofMany) {
    Candidate head = seen.head();
    if (!mayRun.test(head.flow())) {
      return;
    }
    if (!division.leaves(head)) {
      takeIn(seen);
    } else if (seen.hasMore() && !ofMany) {
      // This node's share of it is pulled.
      marks.begin(head);
      table.foreignHead(head);
    }
  }

  private void takeIn(Sighting seen) {
    List<Candidate> unknown = seen.ready().stream().filter(task -> !isKnown(task)).toList();
    if (seen.hasMore() || (!unknown.isEmpty() && !hasRoomForWhole())) {
      marks.begin(seen.head());
      table.head(seen.head());
    } else {
      unknown.forEach(offer);
    }
  }

  private boolean isKnown(Candidate candidate) {
    return table.knows(candidate) || claimedLately.has(candidate);
  }

  /** The last quarter of the table is for the most urgent flows: they are pulled first. */
  private boolean hasRoomForWhole() {
    return table.size() < options.lookAheadTotal() / 4 * 3;
  }
}

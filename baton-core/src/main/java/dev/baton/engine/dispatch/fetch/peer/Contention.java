package dev.baton.engine.dispatch.fetch.peer;

import dev.baton.spi.core.ReadyTasks.Share;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Shares the ready tasks while other nodes claim what this one has read. The next fetches then read
 * this node's share only, so that each claim finds its rows; but now and then one reads everything:
 * the share of a node that is busy or gone mustn't wait until the others have nothing to do. That
 * is each eighth fetch, and fewer while the other nodes are seen to claim their own. After 256
 * fetches and scans without a collision the node reads everything again.
 */
public final class Contention implements WorkSharing {
  private static final int MIN_MISSED = 4;
  private static final int MISSED_SHARE = 4;
  private static final int MAX_READINGS = 256;
  private static final int WHOLE_EVERY = 8;
  private static final int MAX_WHOLE_EVERY = 64;
  private static final int MAX_OWN = 10_000;

  private final Function<Flow, Share> share;

  /** Long flows of which no other node reads anything, as the last scan saw them. */
  private final Set<Flow> own = new HashSet<>();

  private int left;
  private int sinceWhole;
  private int wholeEvery = WHOLE_EVERY;
  private boolean collided;
  private boolean beaten;
  private boolean helps;

  /**
   * @param share this node's share of the tasks of such flows
   */
  public Contention(Function<Flow, Share> share) {
    this.share = share;
  }

  @Override
  public boolean claimed(int asked, int missed) {
    beaten = missed >= MIN_MISSED && missed * MISSED_SHARE >= asked;
    boolean begins = beaten && left == 0;
    if (beaten) {
      collided = left > 0;
      left = MAX_READINGS;
    }
    return begins;
  }

  /** Whether other nodes have lately claimed what this one had read. */
  boolean isContended() {
    return left > 0;
  }

  @Override
  public Function<Flow, Share> nextFetch() {
    return sharesNext() ? this::shareOf : flow -> Share.WHOLE;
  }

  private Share shareOf(Flow flow) {
    return own.contains(flow) ? Share.WHOLE : share.apply(flow);
  }

  private boolean sharesNext() {
    boolean whole = left == 0 || helps;
    helps = false;
    if (whole) {
      return false;
    }
    left--;
    if (++sinceWhole < wholeEvery) {
      return true;
    }
    sinceWhole = 0;
    wholeEvery = collided ? Math.min(2 * wholeEvery, MAX_WHOLE_EVERY) : WHOLE_EVERY;
    collided = false;
    return false;
  }

  /**
   * Other nodes mostly claim what they have read within a moment. Where they have just been quicker
   * their shares are left alone, until a scan sees what is left of them.
   */
  @Override
  public boolean helpsOthers() {
    helps = !beaten;
    return helps;
  }

  @Override
  public Parts nextScan(int flows, boolean helps, @Nullable Candidate next) {
    if (left == 0) {
      own.clear();
      return NONE.nextScan(flows, helps, next);
    }
    left--;
    FlowPartition partition = new FlowPartition(flows, helps, next);
    return (head, hasMore) -> {
      Part part = partition.of(head, hasMore, share.apply(head.flow()));
      noteOwn(head.flow(), part == Part.ALL);
      return part;
    };
  }

  private void noteOwn(Flow flow, boolean isOwn) {
    if (!isOwn) {
      own.remove(flow);
    } else if (own.size() < MAX_OWN) {
      own.add(flow);
    }
  }
}

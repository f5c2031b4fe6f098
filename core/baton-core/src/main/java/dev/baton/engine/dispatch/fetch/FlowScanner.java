package dev.baton.engine.dispatch.fetch;

import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.core.ReadyTasks;
import dev.baton.task.Candidate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Finds what no hint told of: once a poll it reads the first ready tasks of each flow at each
 * priority, from the very beginning of each. It has a thread of its own, since it is slow where an
 * old snapshot keeps dead rows in the index: it walks over all of them, so that the fetches
 * needn't. Where flows are short it scans all of their tasks, which stand next to each other; where
 * they are long it seeks the head of each. Which it is, a page tells: one of heads is followed by a
 * short one of tasks.
 *
 * <p>Of a definition with very many flows it reads some pages a scan, and goes on there with the
 * next one, at once when the look-ahead table has room: so what others have is always seen soon.
 */
final class FlowScanner {
  /**
   * What a scan saw of a flow at a priority.
   *
   * @param ready its first ready tasks, one at least
   * @param hasMore whether there may be more behind them
   * @param readNanos before they were read, by the node's runtime
   */
  record ScannedFlow(List<Candidate> ready, boolean hasMore, long readNanos) {
    Candidate head() {
      return ready.get(0);
    }
  }

  private static final int RESTS = 6;
  private static final int FOR_ALL_EVERY = 8;

  /** Pages of one name in one scan: more would keep others waiting, however much room there is. */
  private static final int MAX_PAGES = 8;

  private static final int MAX_WIDTH = 1_000;
  private static final int MIN_WIDTH = 64;

  /** Tasks of a flow at a priority that cost less to read than to seek its head and to fetch it. */
  private static final int SHORT_TASKS = 16;

  private static final int MAX_SCANNED = 2_000;
  private static final Duration LONG_SCAN = Duration.ofMillis(100);
  private static final Duration MAX_REST = Duration.ofSeconds(10);
  private static final Duration UNTIL_WOKEN = Duration.ofMinutes(1);
  private static final Duration UNTIL_THERE_IS_ROOM = Duration.ofMillis(5);

  private final ScanOrder order;
  private final String bucket;
  private final ReadyTasks ready;
  private final NodeRuntime runtime;
  private final Duration poll;
  private final Runnable found;
  private final Loop loop;

  /** What wasn't taken yet. The scanner waits for room; its last page may be beyond the limit. */
  private final BlockingQueue<ScannedFlow> scanned = new LinkedBlockingQueue<>();

  private volatile boolean asked;
  private volatile boolean forAll;
  private volatile boolean room = true;
  private volatile boolean paused = true;

  /** Where the scan under way goes on; null between two scans. */
  private @Nullable Candidate upTo;

  /** Whether the next page is of tasks, and of how many; else of heads. */
  private boolean readsTasks = true;

  private int width = MIN_WIDTH;
  private int scans;
  private long beganNanos;
  private long nextNanos;

  /**
   * @param found told when there is something to take
   */
  FlowScanner(String bucket, NodeContext node, Runnable found) {
    this.order = new ScanOrder(bucket, node.definitions(), node.pauses(), MAX_PAGES);
    this.bucket = bucket;
    this.ready = node.ready();
    this.runtime = node.runtime();
    this.poll = node.settings().poll();
    this.found = found;
    this.loop = new Loop("scanner-" + bucket, runtime, node.events(), this::round);
    // The first scan is asked for, when the bucket starts.
    this.nextNanos = runtime.nanoTime() + poll.toNanos();
  }

  Loop loop() {
    return loop;
  }

  /** Scans at once, and not with the next poll; after a scan under way. Any thread. */
  void scanNow() {
    asked = true;
    loop.wake();
  }

  /** Whether all is to be taken in that this scan sees, whoever it is for. Any thread. */
  boolean isForAll() {
    return forAll;
  }

  /**
   * Whether the look-ahead table has room for more flows. Told by the dispatcher with each round.
   */
  void hasRoom(boolean now) {
    boolean before = room;
    room = now;
    if (now && !before && order.isUnfinished()) {
      loop.wake();
    }
  }

  void pause(boolean now) {
    paused = now;
  }

  /** Whether there is something to take. Any thread. */
  boolean hasFound() {
    return !scanned.isEmpty();
  }

  /** What was seen since the last call. */
  List<ScannedFlow> take() {
    List<ScannedFlow> some = new ArrayList<>();
    scanned.drainTo(some);
    return some;
  }

  private Duration round() {
    if (paused) {
      upTo = null;
      order.forget();
      return UNTIL_WOKEN;
    }
    long now = runtime.nanoTime();
    if (upTo == null) {
      long rest = nextNanos - now;
      boolean goesOn = room && order.isUnfinished();
      if (!asked && !goesOn && rest > 0) {
        return Duration.ofNanos(rest);
      }
      asked = false;
      order.begin();
      beganNanos = now;
      scans++;
      forAll = scans % FOR_ALL_EVERY == 0;
    }
    if (scanned.size() >= MAX_SCANNED) {
      return UNTIL_THERE_IS_ROOM;
    }
    upTo = readPage(upTo);
    if (upTo == null) {
      order.end();
      long ended = runtime.nanoTime();
      nextNanos = ended + restNanos(ended - beganNanos);
    }
    return Duration.ZERO;
  }

  /** Answers where to go on; null when there is nothing behind that may run here. */
  private @Nullable Candidate readPage(@Nullable Candidate after) {
    long began = runtime.nanoTime();
    boolean tasks = readsTasks;
    int most = tasks ? width : MAX_WIDTH;
    List<Candidate> read =
        tasks ? ready.scan(bucket, after, most) : ready.firstOfEachFlow(bucket, after, most);
    boolean isFull = read.size() == most;
    List<ScannedFlow> seen = flows(read, tasks, isFull, began);
    readsTasks = !tasks || !isFull || seen.size() * SHORT_TASKS >= most;
    width = tasks && isFull && readsTasks ? Math.min(2 * width, MAX_WIDTH) : MIN_WIDTH;
    if (!seen.isEmpty()) {
      scanned.addAll(seen);
      found.run();
    }
    return isFull ? order.after(read.get(most - 1)) : null;
  }

  /** Flow by flow, priority by priority; the last one may go on where the page ends. */
  private static List<ScannedFlow> flows(
      List<Candidate> read, boolean tasks, boolean goesOn, long began) {
    List<ScannedFlow> seen = new ArrayList<>();
    int first = 0;
    for (int i = 1; i <= read.size(); i++) {
      boolean isLast = i == read.size();
      if (isLast || !isOfOneFlow(read.get(first), read.get(i))) {
        boolean isWhole = tasks && i - first <= SHORT_TASKS && !(isLast && goesOn);
        seen.add(new ScannedFlow(read.subList(first, isWhole ? i : first + 1), !isWhole, began));
        first = i;
      }
    }
    return seen;
  }

  private static boolean isOfOneFlow(Candidate one, Candidate other) {
    return one.priority() == other.priority() && one.flow().equals(other.flow());
  }

  /**
   * A scan that takes long is made less often: it may cost a seventh of the time, not all of it.
   * One that doesn't comes with each poll, or what other nodes add would wait for the next scan.
   */
  private long restNanos(long tookNanos) {
    long rest =
        tookNanos > LONG_SCAN.toNanos() ? Math.min(tookNanos * RESTS, MAX_REST.toNanos()) : 0;
    return Math.max(poll.toNanos(), rest);
  }
}

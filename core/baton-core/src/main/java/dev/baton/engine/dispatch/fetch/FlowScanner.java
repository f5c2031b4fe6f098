package dev.baton.engine.dispatch.fetch;

import dev.baton.engine.base.Activity;
import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.core.ReadyTasks;
import dev.baton.task.row.Candidate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds tasks whose hints were lost. At each poll, it reads the first ready tasks of every flow and
 * priority. It has its own thread, because a scan is slow while an old snapshot keeps dead rows in
 * the index. The scan has to skip all these rows, but the fetches don't.
 *
 * <p>If flows are short, the scan reads pages of tasks, which are adjacent in the index. If flows
 * are long, it reads only the first task of each flow, called its head. Each page decides which
 * kind of page is read next. After a page of heads, the scan always tries a short page of tasks.
 *
 * <p>If a definition has very many flows, one scan reads only some of its pages. The next scan
 * continues there. It starts at once if the look-ahead table has room. So the tasks of other
 * definitions are found soon, too.
 */
final class FlowScanner {
  /**
   * The first tasks of a flow at one priority, as a scan read them.
   *
   * @param ready the first ready tasks; at least one
   * @param hasMore true if the flow may have more tasks
   * @param readNanos {@code nanoTime} before the read
   */
  record ScannedFlow(List<Candidate> ready, boolean hasMore, long readNanos) {
    Candidate head() {
      return ready.get(0);
    }
  }

  private static final int RESTS = 6;
  private static final int FOR_ALL_EVERY = 8;

  /**
   * Maximum number of pages of one definition in one scan. More pages would delay the other
   * definitions, even if the table has room.
   */
  private static final int MAX_PAGES = 8;

  private static final int MAX_WIDTH = 1_000;
  private static final int MIN_WIDTH = 64;

  /**
   * If a flow has at most this number of tasks at a priority, reading all of them costs less than
   * seeking the head and fetching the rest.
   */
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
  private final Activity activity;
  private final BooleanSupplier runs;
  private final Runnable found;
  private final Loop loop;

  /**
   * Results that the dispatcher has not taken yet. If they reach the limit, the scanner waits. The
   * last page may exceed the limit.
   */
  private final BlockingQueue<ScannedFlow> scanned = new LinkedBlockingQueue<>();

  private volatile boolean asked;
  private volatile boolean forAll;
  private volatile boolean room = true;

  /** The place at which the current scan continues; null between two scans. */
  private @Nullable Candidate upTo;

  /** True if the next page is a page of tasks, false if it is a page of heads. */
  private boolean readsTasks = true;

  private int width = MIN_WIDTH;
  private int scans;
  private long beganNanos;
  private long nextNanos;

  /**
   * @param runs returns whether the bucket runs on this node
   * @param found called when results are ready to be taken
   */
  FlowScanner(String bucket, NodeContext node, BooleanSupplier runs, Runnable found) {
    this.order = new ScanOrder(bucket, node.definitions(), node.pauses(), MAX_PAGES);
    this.bucket = bucket;
    this.ready = node.ready();
    this.runtime = node.runtime();
    this.poll = node.settings().poll();
    this.activity = node.activity();
    this.runs = runs;
    this.found = found;
    this.loop = new Loop("scanner-" + bucket, runtime, node.events(), this::round);
    // The bucket requests the first scan when it is started.
    this.beganNanos = runtime.nanoTime();
    this.nextNanos = beganNanos + poll.toNanos();
    activity.onWork(poll, loop::wake);
  }

  Loop loop() {
    return loop;
  }

  /**
   * Scans at once instead of at the next poll. If a scan is running, the new one follows it. Any
   * thread may call this.
   */
  void scanNow() {
    asked = true;
    loop.wake();
  }

  /**
   * Returns whether this node takes everything that this scan reads, including tasks of other
   * nodes' shares. Any thread may call this.
   */
  boolean isForAll() {
    return forAll;
  }

  /**
   * Sets whether the look-ahead table has room for more flows. The dispatcher calls this in each
   * round.
   */
  void hasRoom(boolean now) {
    boolean before = room;
    room = now;
    if (now && !before && order.isUnfinished()) {
      loop.wake();
    }
  }

  /** Returns whether results are waiting to be taken. Any thread may call this. */
  boolean hasFound() {
    return !scanned.isEmpty();
  }

  /** Returns the results since the last call. */
  List<ScannedFlow> take() {
    List<ScannedFlow> some = new ArrayList<>();
    scanned.drainTo(some);
    return some;
  }

  private Duration round() {
    if (!runs.getAsBoolean()) {
      upTo = null;
      order.forget();
      return UNTIL_WOKEN;
    }
    long now = runtime.nanoTime();
    if (upTo == null) {
      long rest = nextNanos - now;
      boolean goesOn = room && order.isUnfinished();
      if (!asked && !goesOn) {
        Duration idle = activity.rest(poll, beganNanos);
        if (rest > 0 || !idle.isZero()) {
          return Duration.ofNanos(Math.max(rest, idle.toNanos()));
        }
      }
      asked = false;
      beganNanos = now;
      scans++;
      forAll = scans % FOR_ALL_EVERY == 0;
      order.begin(forAll);
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

  /**
   * Reads a page. Returns the task after which to continue; null if no further task can run here.
   */
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

  /** Splits a page by flow and priority. The last flow may continue on the next page. */
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
   * Returns the time until the next scan: one poll interval. After a scan of more than 100 ms, it
   * is at least six times the scan's duration, but at most ten seconds. So long scans use about a
   * seventh of the time. The poll is kept short, so that tasks of dead or busy nodes are found
   * soon.
   */
  private long restNanos(long tookNanos) {
    long rest =
        tookNanos > LONG_SCAN.toNanos() ? Math.min(tookNanos * RESTS, MAX_REST.toNanos()) : 0;
    return Math.max(poll.toNanos(), rest);
  }
}

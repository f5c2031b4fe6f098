package dev.baton.engine.watch;

import dev.baton.api.error.TaskNotDoneException;
import dev.baton.engine.base.Events;
import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.base.ReadSizer;
import dev.baton.hook.TaskEvent;
import dev.baton.hook.TaskListener;
import dev.baton.operate.PastAttempt;
import dev.baton.operate.event.NodeEvent;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.Stores;
import dev.baton.spi.TriggerChannel;
import dev.baton.spi.TriggerChannel.CompletionNotice;
import dev.baton.spi.core.LiveAndFinished;
import dev.baton.spi.core.TaskLookups;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The tasks whose ends callers on this node await. If this node writes the end of such a task, the
 * caller's future completes at once. For tasks that other nodes end, this class asks these nodes to
 * send a notice. Notices may be lost, and some stores can't send any. So this class also reads the
 * tasks: each one a few times soon after the call, and then all of them about once a second.
 * Thread-safe.
 */
public final class ResultWaiters implements TaskListener {
  private static final int MAX_WATCHES = 100_000;
  private static final int PAGES_PER_ROUND = 20;
  private static final Duration READ_AGAIN = Duration.ofSeconds(1);

  /** Time in which a task must appear if its transaction doesn't report its end. */
  private static final Duration UNTIL_COMMITTED = Duration.ofMinutes(1);

  /**
   * Time after which the announcement of a wait is repeated, for nodes that have started since.
   * This time is shorter than the one after which {@link RemoteWaiters} forgets a wait.
   */
  private static final Duration ANNOUNCE_AGAIN = Duration.ofMinutes(1);

  /**
   * Time after which a wait reads the task again, because the task may have ended before the other
   * nodes received the announcement.
   */
  private static final Duration UNTIL_HEARD = Duration.ofMillis(50);

  private final Stores stores;
  private final TaskLookups lookups;
  private final TriggerChannel channel;
  private final NodeRuntime runtime;
  private final Events events;
  private final ConcurrentSkipListMap<UUID, Watch> byTask = new ConcurrentSkipListMap<>();
  private final AtomicInteger count = new AtomicInteger();
  private final ConcurrentLinkedQueue<UUID> urgent = new ConcurrentLinkedQueue<>();

  /** Tasks that are read soon, the earliest first. Only the loop uses this. */
  private final PriorityQueue<Watch> early =
      new PriorityQueue<>((a, b) -> Long.signum(a.earlyNanos() - b.earlyNanos()));

  private final Loop loop;

  private final ReadSizer sizer;
  private @Nullable UUID readUpTo;
  private long readAgainNanos;
  private volatile boolean missedSome;

  /** True once a caller has waited. Until then this object isn't registered as a listener. */
  private boolean listens;

  private volatile boolean closed;

  public ResultWaiters(NodeContext node, TriggerChannel channel) {
    this.stores = node.stores();
    this.lookups = node.lookups();
    this.channel = channel;
    this.runtime = node.runtime();
    this.events = node.events();
    this.sizer = new ReadSizer(node);
    this.loop = new Loop("waiters", runtime, events, this::round);
    this.readAgainNanos = runtime.nanoTime();
  }

  public Loop loop() {
    return loop;
  }

  /**
   * Waits for the end of a task.
   *
   * @param committed false if the task may not exist yet
   * @param errorEndsIt true if the wait must also end when the task stops in ERROR, with a {@link
   *     TaskNotDoneException}
   * @throws IllegalStateException if too many tasks are waited for
   */
  CompletableFuture<FinishedTask> watch(UUID id, boolean committed, boolean errorEndsIt) {
    listen();
    CompletableFuture<FinishedTask> end = null;
    while (end == null) {
      Watch watch = watched(id, committed);
      end = watch.awaited(errorEndsIt);
      if (closed) {
        giveUp(watch);
      }
    }
    lookAt(id);
    return end;
  }

  private Watch watched(UUID id, boolean committed) {
    long now = runtime.nanoTime();
    long patientUntil = committed ? now : now + UNTIL_COMMITTED.toNanos();
    return byTask.compute(
        id,
        (key, known) -> {
          if (known == null) {
            requireRoom();
            return new Watch(key, patientUntil);
          }
          known.patientUntil(patientUntil);
          return known;
        });
  }

  private synchronized void listen() {
    if (!listens) {
      events.tell(this);
      listens = true;
    }
  }

  private void requireRoom() {
    if (count.incrementAndGet() > MAX_WATCHES) {
      count.decrementAndGet();
      throw new IllegalStateException(
          "This node already waits for the results of "
              + MAX_WATCHES
              + " tasks. Await fewer at a time");
    }
  }

  /** Reads a task at once when this node reports its end. */
  @Override
  public void on(TaskEvent event) {
    if (event instanceof TaskEvent.Completed completed) {
      ended(completed.taskId());
    } else if (event instanceof NodeEvent.MovedByHand moved) {
      ended(moved.taskId());
    }
  }

  /** Reads all tasks now, because notices may have been lost. */
  void missedSome() {
    missedSome = true;
    loop.wake();
  }

  /** Reads a task again, because it has ended or moved on this node or another one. */
  void ended(UUID id) {
    if (byTask.containsKey(id)) {
      lookAt(id);
    }
  }

  private void lookAt(UUID id) {
    urgent.add(id);
    loop.wake();
  }

  /** Ends all waits with an exception. Call this after the loop has ended. */
  public void close() {
    closed = true;
    byTask.values().forEach(this::giveUp);
  }

  private void giveUp(Watch watch) {
    forget(watch);
    watch
        .end()
        .completeExceptionally(
            new TaskNotDoneException(
                watch.id(),
                TaskNotDoneException.End.NOT_WATCHED,
                "this node is stopping, and the task continues. To wait on another node, use Tasks.handle(type, id)"));
  }

  private Duration round() {
    takeEarly();
    lookAtUrgent();
    if (missedSome) {
      missedSome = false;
      readUpTo = null;
      readAgainNanos = runtime.nanoTime();
    }
    if (runtime.nanoTime() - readAgainNanos >= 0) {
      readAgainNanos = runtime.nanoTime() + READ_AGAIN.toNanos();
      if (!readPages()) {
        readAgainNanos = runtime.nanoTime();
      }
    }
    if (byTask.isEmpty()) {
      return Duration.ofMinutes(1);
    }
    long now = runtime.nanoTime();
    Watch soonest = early.peek();
    long untilEarly = soonest == null ? Long.MAX_VALUE : soonest.earlyNanos() - now;
    return Duration.ofNanos(Math.max(0, Math.min(untilEarly, readAgainNanos - now)));
  }

  private void takeEarly() {
    long now = runtime.nanoTime();
    Watch watch;
    while ((watch = early.peek()) != null && now - watch.earlyNanos() >= 0) {
      early.remove();
      if (byTask.get(watch.id()) == watch) {
        urgent.add(watch.id());
        planEarly(watch, now);
      }
    }
  }

  private void planEarly(Watch watch, long now) {
    if (watch.plansEarlyRead(now)) {
      early.add(watch);
    }
  }

  private void lookAtUrgent() {
    TreeSet<UUID> ids = new TreeSet<>();
    UUID id;
    while ((id = urgent.poll()) != null) {
      if (byTask.containsKey(id)) {
        ids.add(id);
      }
      if (ids.size() == ReadSizer.MOST) {
        look(ids);
        ids.clear();
      }
    }
    look(ids);
  }

  /**
   * Reads more pages of tasks, beginning where the last round ended. Returns true if it has reached
   * the last page.
   */
  private boolean readPages() {
    for (int i = 0; i < PAGES_PER_ROUND; i++) {
      SortedMap<UUID, Watch> rest = readUpTo == null ? byTask : byTask.tailMap(readUpTo, false);
      List<UUID> page = rest.keySet().stream().limit(ReadSizer.MOST).toList();
      look(new TreeSet<>(page));
      boolean last = page.size() < ReadSizer.MOST;
      readUpTo = last ? null : page.get(page.size() - 1);
      if (last) {
        return true;
      }
    }
    return false;
  }

  private void look(TreeSet<UUID> ids) {
    while (!ids.isEmpty()) {
      TreeSet<UUID> some = new TreeSet<>();
      while (some.size() < sizer.size() && !ids.isEmpty()) {
        some.add(ids.pollFirst());
      }
      LiveAndFinished found;
      try {
        found = lookups.liveAndFinished(some);
      } catch (RuntimeException | Error broken) {
        sizer.failed();
        urgent.addAll(some);
        urgent.addAll(ids);
        throw broken;
      }
      sizer.read(found.finished());
      settle(some, found);
    }
  }

  private void settle(TreeSet<UUID> ids, LiveAndFinished found) {
    for (FinishedTask finished : found.finished()) {
      end(finished);
      ids.remove(finished.id());
    }
    for (UUID id : found.live()) {
      Watch watch = byTask.get(id);
      if (watch != null) {
        watch.seen(found.inError().contains(id));
      }
    }
    found.inError().forEach(this::stopped);
    long now = runtime.nanoTime();
    List<UUID> elsewhere = new ArrayList<>();
    for (UUID id : new ArrayList<>(ids)) {
      Watch watch = byTask.get(id);
      if (watch != null && found.live().contains(id)) {
        if (watch.announce(now, ANNOUNCE_AGAIN)) {
          elsewhere.add(id);
        }
      } else if (watch != null && watch.isExpected(now)) {
        gone(watch);
      }
      if (watch != null && watch.isNew()) {
        planEarly(watch, now);
      }
    }
    if (!elsewhere.isEmpty()) {
      channel.publish(new CompletionNotice(CompletionNotice.Kind.AWAITED, elsewhere));
      readNoLaterThan(now + UNTIL_HEARD.toNanos());
    }
  }

  private void readNoLaterThan(long nanos) {
    if (readAgainNanos - nanos > 0) {
      readAgainNanos = nanos;
    }
  }

  private void end(FinishedTask finished) {
    Watch watch = byTask.get(finished.id());
    if (watch != null) {
      forget(watch);
      watch.end().complete(finished);
    }
  }

  /**
   * Notifies the callers whose waits end when the task stops in ERROR. If there are no such
   * callers, doesn't read the task.
   */
  private void stopped(UUID id) {
    Watch watch = byTask.get(id);
    if (watch == null || !watch.awaitsErrors()) {
      return;
    }
    OperationsStore history = stores.operations();
    Optional<Task> task = lookups.find(id);
    if (task.isEmpty() || task.get().position().status() != Status.ERROR) {
      return;
    }
    String error =
        history == null
            ? null
            : history.attempts(id, 1).stream().map(PastAttempt::error).findFirst().orElse(null);
    String type = task.get().spec().type();
    if (watch.stopped(new TaskNotDoneException(id, type, TaskNotDoneException.End.ERROR, error))) {
      forget(watch);
    }
  }

  /** Returns whether an awaited task was in ERROR when it was last read. */
  boolean isInError(UUID id) {
    Watch watch = byTask.get(id);
    return watch != null && watch.isInError();
  }

  private void gone(Watch watch) {
    forget(watch);
    watch
        .end()
        .completeExceptionally(
            new TaskNotDoneException(
                watch.id(),
                TaskNotDoneException.End.GONE,
                "it ended and nothing of it is kept, or it never existed, or the transaction that"
                    + " adds it hasn't committed"));
  }

  private void forget(Watch watch) {
    if (byTask.remove(watch.id(), watch)) {
      count.decrementAndGet();
    }
  }
}

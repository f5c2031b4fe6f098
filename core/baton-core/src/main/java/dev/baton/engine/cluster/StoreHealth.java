package dev.baton.engine.cluster;

import dev.baton.engine.base.NodeContext;
import dev.baton.operate.cluster.NodeWarning;
import dev.baton.operate.cluster.StoreWarning;
import dev.baton.operate.cluster.StoreWarning.Kind;
import dev.baton.operate.event.NodeEvent;
import dev.baton.spi.core.StoreReport;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the current warnings about this node's store. It reads the store's report and logs each
 * kind of warning when it begins and ends. If a kind requires it, no task starts on this node while
 * the warning lasts. One loop reads the reports. Any thread may read the warnings. Between two
 * reports, a call to the store may also raise a warning.
 */
public final class StoreHealth {
  private static final Logger LOG = LoggerFactory.getLogger(StoreHealth.class);
  private static final Duration ASK_EVERY = Duration.ofSeconds(10);

  /** If the clocks differ by more than this, times in the web page and in logs don't match. */
  private static final Duration CLOCKS_DIFFER = Duration.ofSeconds(5);

  /**
   * If the store doesn't answer for this time, it counts as unreachable. If its last answer took
   * long, it has twice the time of that answer.
   */
  private static final Duration SILENT_AFTER = Duration.ofSeconds(3);

  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(10);

  /** A small query counts as slow from this time on. */
  private static final Duration SLOW_FROM = Duration.ofMillis(250);

  /**
   * After this number of slow answers in a row, the store counts as slow; after one if it already
   * counted as unreachable.
   */
  private static final int SLOW_IN_A_ROW = 2;

  /** After this number of quick answers in a row, the store no longer counts as slow. */
  private static final int QUICK_IN_A_ROW = 5;

  /** Weight of the earlier answers in the usual time of an answer. */
  private static final int USUAL_WEIGHT = 20;

  private final NodeContext node;
  private long nextNanos;
  private volatile boolean isToBeAsked = true;
  private volatile List<StoreWarning> warnings = List.of();

  private final Object lock = new Object();

  /** Warnings of the latest report. */
  private List<StoreWarning> reported = List.of();

  /**
   * The latest warnings that calls to the store raised. A warning is kept while a report is valid.
   */
  private final EnumMap<Kind, Met> met = new EnumMap<>(Kind.class);

  /** The warning that the store is slow; null if it isn't. */
  private @Nullable StoreWarning slow;

  /** The usual time of a small query; null before the first quick answer. */
  private @Nullable Long usualNanos;

  private int slowInARow;
  private int quickInARow;

  /**
   * {@code nanoTime} of the store's last answer; null while this node doesn't query the store
   * regularly.
   */
  private volatile @Nullable Long answeredNanos;

  /** Time that the store's last answer took. */
  private volatile long tookNanos;

  private volatile @Nullable ClockReading shown;

  /** When each of the current warnings began, on the store's clock. */
  private final EnumMap<Kind, Instant> begun = new EnumMap<>(Kind.class);

  /** A warning that a call to the store raised. */
  private record Met(StoreWarning warning, long nanos) {}

  /** The time of the store's clock at a {@code nanoTime}. */
  private record ClockReading(Instant time, long nanos) {}

  public StoreHealth(NodeContext node) {
    this.node = node;
    this.nextNanos = node.runtime().nanoTime();
    node.reports().onWarning(this::meets);
  }

  /** Returns the current warnings, one per kind. */
  List<StoreWarning> warnings() {
    List<StoreWarning> known = warnings;
    StoreWarning silence = silence();
    if (silence == null) {
      return known;
    }
    List<StoreWarning> all = new ArrayList<>();
    all.add(silence);
    known.stream().filter(warning -> warning.kind() != Kind.SLOW).forEach(all::add);
    return List.copyOf(all);
  }

  /** Returns the current warnings, one per kind, each with the time when it began. */
  List<NodeWarning> timed() {
    List<StoreWarning> current = warnings();
    Instant ifSilent = time().minus(silentFor());
    synchronized (lock) {
      List<NodeWarning> all = new ArrayList<>();
      for (StoreWarning one : current) {
        Instant since = begun.getOrDefault(one.kind(), ifSilent);
        all.add(new NodeWarning(one.kind().name(), one.message(), since));
      }
      return all;
    }
  }

  /**
   * Returns a warning if the store doesn't respond; otherwise null. It is computed here, because a
   * loop that hangs in a call can't raise it.
   */
  private @Nullable StoreWarning silence() {
    Duration silent = silentFor();
    long allowedNanos = Math.min(2 * tookNanos, LONGEST_SILENCE.toNanos());
    if (silent.toNanos() < Math.max(allowedNanos, SILENT_AFTER.toNanos())
        || !node.runtime().hasSteadyTime()) {
      return null;
    }
    Instant since =
        Instant.ofEpochMilli(node.runtime().currentTimeMillis())
            .minus(silent)
            .truncatedTo(ChronoUnit.SECONDS);
    return new StoreWarning(
        Kind.UNREACHABLE,
        "The database has not answered this node since "
            + since
            + ". No task starts or ends on the node until it answers. Check the database, the"
            + " network and the connection pool");
  }

  /** Returns the time of the store's clock; null if it is unknown. */
  @Nullable Instant storeNow() {
    ClockReading last = shown;
    return last == null || !node.runtime().hasSteadyTime()
        ? null
        : last.time().plusNanos(node.runtime().nanoTime() - last.nanos());
  }

  /** Returns how long the store has not answered. */
  private Duration silentFor() {
    Long answered = answeredNanos;
    return answered == null
        ? Duration.ZERO
        : Duration.ofNanos(node.runtime().nanoTime() - answered);
  }

  /** Returns the time of the store's clock or, before the first report, of this node's clock. */
  private Instant time() {
    Instant now = storeNow();
    return now == null ? node.clock().now() : now;
  }

  /** Records that from now on this node queries the store regularly. */
  void begin() {
    answeredNanos = node.runtime().nanoTime();
  }

  /** Records that this node no longer queries the store. */
  void end() {
    answeredNanos = null;
  }

  /** Records that the store has answered a small query that was sent at this {@code nanoTime}. */
  void answered(long sentNanos) {
    long now = node.runtime().nanoTime();
    if (answeredNanos != null) {
      tookNanos = now - sentNanos;
      answeredNanos = now;
    }
    boolean changes;
    synchronized (lock) {
      changes = took(now - sentNanos);
    }
    if (changes) {
      update(null, null);
    }
  }

  private boolean took(long nanos) {
    if (nanos < SLOW_FROM.toNanos()) {
      Long usual = usualNanos;
      usualNanos = usual == null ? nanos : usual + (nanos - usual) / USUAL_WEIGHT;
      slowInARow = 0;
      quickInARow++;
      if (slow == null || quickInARow < QUICK_IN_A_ROW) {
        return false;
      }
      slow = null;
      return true;
    }
    quickInARow = 0;
    slowInARow++;
    if (slowInARow < SLOW_IN_A_ROW && nanos < SILENT_AFTER.toNanos()) {
      return false;
    }
    Long usual = usualNanos;
    slow =
        new StoreWarning(
            Kind.SLOW,
            "The database takes "
                + words(nanos)
                + " to answer a small query"
                + (usual == null ? "" : ", normally " + words(usual))
                + ". Tasks start and end late, and leases may end. Check its load, its locks and"
                + " the network");
    return true;
  }

  private static String words(long nanos) {
    return Texts.about(Duration.ofMillis(Math.max(1, Duration.ofNanos(nanos).toMillis())));
  }

  /**
   * Records that the store has accepted a write. If its report says that it is read-only, the
   * report is read again.
   */
  void wrote() {
    boolean wasReadOnly;
    synchronized (lock) {
      wasReadOnly = met.remove(Kind.READ_ONLY) != null;
      isToBeAsked |= reported.stream().anyMatch(one -> one.kind() == Kind.READ_ONLY);
    }
    if (wasReadOnly) {
      update(null, null);
    }
  }

  /** Records that an operator has checked the store and accepts it as it is. */
  void accept() {
    node.reports().accept();
    synchronized (lock) {
      met.clear();
    }
    isToBeAsked = true;
  }

  /** Reads the report, unless it was read recently. */
  void askIfDue() {
    if (isToBeAsked || node.runtime().nanoTime() - nextNanos >= 0) {
      ask();
    } else if (isMetOver()) {
      update(null, null);
    }
  }

  /** Reads the report now. */
  void ask() {
    isToBeAsked = false;
    Optional<StoreReport> report = node.clock().read(node.reports()::report);
    long now = node.runtime().nanoTime();
    nextNanos = now + ASK_EVERY.toNanos();
    if (report.isPresent()) {
      shown = new ClockReading(report.get().now(), now);
      learn(report.get());
    }
  }

  private void learn(StoreReport report) {
    List<StoreWarning> found = new ArrayList<>(report.warnings());
    boolean before = byKind(warnings).containsKey(Kind.CLOCK);
    clock(report.now(), before).ifPresent(found::add);
    update(found, null);
  }

  /**
   * Records a warning that a call to the store raised. If its kind requires it, no task starts any
   * more when this method returns.
   */
  private void meets(StoreWarning warning) {
    update(null, warning);
  }

  private boolean isMetOver() {
    long nanos = node.runtime().nanoTime();
    synchronized (lock) {
      return met.values().stream().anyMatch(one -> isOver(one, nanos));
    }
  }

  private static boolean isOver(Met one, long nanos) {
    return nanos - one.nanos() >= ASK_EVERY.toNanos();
  }

  private void update(@Nullable List<StoreWarning> report, @Nullable StoreWarning newlyMet) {
    Map<Kind, StoreWarning> before;
    Map<Kind, StoreWarning> now;
    long nanos = node.runtime().nanoTime();
    Instant time = time();
    synchronized (lock) {
      before = byKind(warnings);
      if (report != null) {
        reported = report;
      }
      met.values().removeIf(one -> isOver(one, nanos));
      if (newlyMet != null) {
        met.put(newlyMet.kind(), new Met(newlyMet, nanos));
      }
      now = byKind(reported);
      for (Met one : met.values()) {
        now.putIfAbsent(one.warning().kind(), one.warning());
      }
      if (slow != null) {
        now.put(Kind.SLOW, slow);
      }
      warnings = List.copyOf(now.values());
      begun.keySet().retainAll(now.keySet());
      for (Kind kind : now.keySet()) {
        begun.putIfAbsent(kind, time);
      }
      boolean stop = stops(now);
      if (stop != stops(before)) {
        node.pauses().stopAll(stop);
      }
    }
    for (StoreWarning warning : now.values()) {
      comes(warning, before.containsKey(warning.kind()));
    }
    for (StoreWarning warning : before.values()) {
      goes(warning, now.containsKey(warning.kind()));
    }
  }

  private Optional<StoreWarning> clock(Instant storeNow, boolean before) {
    Instant here = Instant.ofEpochMilli(node.runtime().currentTimeMillis());
    Duration apart = Duration.between(storeNow, here);
    // The lower limit applies while the warning lasts, so that a difference around the limit is
    // logged only once.
    Duration most = before ? CLOCKS_DIFFER.dividedBy(2) : CLOCKS_DIFFER;
    if (apart.abs().compareTo(most) <= 0) {
      return Optional.empty();
    }
    return Optional.of(
        new StoreWarning(
            Kind.CLOCK,
            "This node's clock is "
                + Texts.duration(Duration.ofSeconds(apart.abs().toSeconds()))
                + " "
                + (apart.isNegative() ? "behind" : "ahead of")
                + " the database's. Leases and due times use only the database's clock. Times that"
                + " your code computes and times in this node's log are off. Synchronize both"
                + " machines with the same time servers"));
  }

  private void comes(StoreWarning warning, boolean told) {
    if (!told) {
      LOG.warn(
          "{}{}",
          Texts.line(warning.message()),
          warning.kind().stopsStarts()
              ? ". This node starts no task until this warning is over"
              : "");
      node.events().emit(new NodeEvent.StoreWarned(warning, true));
    }
  }

  private void goes(StoreWarning warning, boolean stays) {
    if (!stays) {
      LOG.info(
          "This warning is over{}: {}",
          warning.kind().stopsStarts() ? ", and this node starts tasks again" : "",
          Texts.line(warning.message()));
      node.events().emit(new NodeEvent.StoreWarned(warning, false));
    }
  }

  private static boolean stops(Map<Kind, StoreWarning> found) {
    for (Kind kind : found.keySet()) {
      if (kind.stopsStarts()) {
        return true;
      }
    }
    return false;
  }

  /** Groups the warnings by kind. Several warnings of one kind become one. */
  private static Map<Kind, StoreWarning> byKind(List<StoreWarning> all) {
    Map<Kind, StoreWarning> byKind = new EnumMap<>(Kind.class);
    for (StoreWarning one : all) {
      StoreWarning other = byKind.get(one.kind());
      byKind.put(
          one.kind(),
          other == null
              ? one
              : new StoreWarning(one.kind(), other.message() + ". " + one.message()));
    }
    return byKind;
  }
}

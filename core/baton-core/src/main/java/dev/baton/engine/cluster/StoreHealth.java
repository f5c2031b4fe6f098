package dev.baton.engine.cluster;

import dev.baton.engine.base.NodeContext;
import dev.baton.operate.cluster.StoreWarning;
import dev.baton.operate.cluster.StoreWarning.Kind;
import dev.baton.operate.event.NodeEvent;
import dev.baton.spi.core.StoreReport;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tracks the warnings of this node's store. It reads the store's report, logs each kind of warning
 * when it begins and when it ends, and stops the node's starts if the kind requires it. One loop
 * reads the reports; any thread may read the warnings. A call to the store may also raise a warning
 * between two reports.
 */
public final class StoreHealth {
  private static final Logger LOG = LoggerFactory.getLogger(StoreHealth.class);
  private static final Duration ASK_EVERY = Duration.ofSeconds(10);

  /** From this difference on, times on the page and in logs don't match. */
  private static final Duration CLOCKS_DIFFER = Duration.ofSeconds(5);

  private final NodeContext node;
  private long nextNanos;
  private volatile boolean isToBeAsked = true;
  private volatile List<StoreWarning> warnings = List.of();

  private final Object lock = new Object();

  /** Warnings of the latest report. */
  private List<StoreWarning> reported = List.of();

  /**
   * Latest warning that a call to the store raised since the report. It is kept as long as a
   * report.
   */
  private @Nullable StoreWarning met;

  private long metNanos;

  public StoreHealth(NodeContext node) {
    this.node = node;
    this.nextNanos = node.runtime().nanoTime();
    node.reports().onWarning(this::meets);
  }

  /** Returns the current warnings, by kind. */
  List<StoreWarning> warnings() {
    return warnings;
  }

  /** Records that a person has checked the store and accepted it. */
  void accept() {
    node.reports().accept();
    synchronized (lock) {
      met = null;
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
    nextNanos = node.runtime().nanoTime() + ASK_EVERY.toNanos();
    report.ifPresent(this::learn);
  }

  private void learn(StoreReport report) {
    List<StoreWarning> found = new ArrayList<>(report.warnings());
    boolean before = warnings.stream().anyMatch(warning -> warning.kind() == Kind.CLOCK);
    clock(report.now(), before).ifPresent(found::add);
    update(found, null);
  }

  /** Records a warning that a call to the store raised. Starts stop before that call returns. */
  private void meets(StoreWarning warning) {
    update(null, warning);
  }

  private boolean isMetOver() {
    synchronized (lock) {
      return met != null && node.runtime().nanoTime() - metNanos >= ASK_EVERY.toNanos();
    }
  }

  private void update(@Nullable List<StoreWarning> report, @Nullable StoreWarning newlyMet) {
    Map<Kind, StoreWarning> before;
    Map<Kind, StoreWarning> now;
    synchronized (lock) {
      before = byKind(warnings);
      if (report != null) {
        reported = report;
      }
      if (newlyMet != null) {
        met = newlyMet;
        metNanos = node.runtime().nanoTime();
      } else if (isMetOver()) {
        met = null;
      }
      now = byKind(reported);
      if (met != null) {
        now.putIfAbsent(met.kind(), met);
      }
      warnings = List.copyOf(now.values());
      boolean stop = stops(now);
      if (stop != stops(before)) {
        node.pauses().stopAll(stop);
      }
    }
    now.forEach((kind, warning) -> comes(warning, before.containsKey(kind)));
    before.forEach((kind, warning) -> goes(warning, now.containsKey(kind)));
  }

  private Optional<StoreWarning> clock(Instant storeNow, boolean before) {
    Instant here = Instant.ofEpochMilli(node.runtime().currentTimeMillis());
    Duration apart = Duration.between(storeNow, here);
    // A difference that varies around the limit is logged once.
    Duration most = before ? CLOCKS_DIFFER.dividedBy(2) : CLOCKS_DIFFER;
    if (apart.abs().compareTo(most) <= 0) {
      return Optional.empty();
    }
    return Optional.of(
        new StoreWarning(
            Kind.CLOCK,
            "This node's clock is "
                + apart.abs().toSeconds()
                + " s "
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
    return found.keySet().stream().anyMatch(Kind::stopsStarts);
  }

  /** Groups the warnings by kind. Several of one kind become one warning. */
  private static Map<Kind, StoreWarning> byKind(List<StoreWarning> all) {
    Map<Kind, StoreWarning> byKind = new EnumMap<>(Kind.class);
    all.forEach(one -> byKind.merge(one.kind(), one, StoreHealth::together));
    return byKind;
  }

  private static StoreWarning together(StoreWarning one, StoreWarning other) {
    return new StoreWarning(one.kind(), one.message() + ". " + other.message());
  }
}

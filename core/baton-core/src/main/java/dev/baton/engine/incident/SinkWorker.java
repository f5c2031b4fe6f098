package dev.baton.engine.incident;

import dev.baton.engine.base.Events;
import dev.baton.engine.base.Loop;
import dev.baton.operate.incident.IncidentNotice;
import dev.baton.operate.incident.IncidentSink;
import dev.baton.operate.incident.IncidentSink.Answer;
import dev.baton.operate.incident.Incidents;
import dev.baton.spi.NodeRuntime;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends notices to one sink, on its own thread. In each round, the {@link IncidentWatch} passes it
 * all open notices and reads which ones the sink has accepted. So a notice that this class loses is
 * sent again.
 */
final class SinkWorker {
  private static final Logger LOG = LoggerFactory.getLogger(SinkWorker.class);
  private static final Duration IDLE = Duration.ofHours(1);
  private static final Duration REFUSED_AGAIN = Duration.ofHours(1);
  private static final Duration LONGEST_ASKED_FOR = Duration.ofHours(1);
  private static final int MAX_DOUBLINGS = 20;

  /** A notice that the sink refuses. */
  private record RefusedNotice(int number, long againNanos) {}

  private final IncidentSink sink;
  private final Incidents settings;
  private final NodeRuntime runtime;
  private final Runnable whenHeard;
  private final Loop loop;

  private final Object lock = new Object();
  private final TreeMap<UUID, IncidentNotice> toTell = new TreeMap<>();
  private final TreeMap<UUID, Integer> heard = new TreeMap<>();

  // Only the loop uses the fields from here on.
  private final TreeMap<UUID, RefusedNotice> refused = new TreeMap<>();
  private int failures;
  private boolean saidRefused;
  private long notBeforeNanos;

  /**
   * @param whenHeard called on this worker's thread after the sink has accepted a notice
   */
  SinkWorker(
      IncidentSink sink,
      Incidents settings,
      NodeRuntime runtime,
      Events events,
      Runnable whenHeard) {
    this.sink = sink;
    this.settings = settings;
    this.runtime = runtime;
    this.whenHeard = whenHeard;
    this.notBeforeNanos = runtime.nanoTime();
    this.loop = Loop.interruptible("incidents-" + sink.name(), runtime, events, this::round);
  }

  Loop loop() {
    return loop;
  }

  String sink() {
    return sink.name();
  }

  /**
   * Sets all notices that this sink must still get. The list is empty if another node sends them.
   */
  void tell(Collection<IncidentNotice> notices) {
    boolean news = false;
    synchronized (lock) {
      Set<UUID> named = new HashSet<>();
      for (IncidentNotice notice : notices) {
        named.add(notice.incident());
        if (heard.getOrDefault(notice.incident(), 0) < notice.number()) {
          IncidentNotice before = toTell.put(notice.incident(), notice);
          news |= before == null || before.number() != notice.number();
        }
      }
      toTell.keySet().retainAll(named);
      heard.keySet().retainAll(named);
    }
    if (news) {
      loop.wake();
    }
  }

  /**
   * Returns the number of the latest accepted notice of each incident. The result contains only
   * incidents of the last call of {@link #tell}.
   */
  Map<UUID, Integer> heard() {
    synchronized (lock) {
      return new TreeMap<>(heard);
    }
  }

  private Duration round() throws InterruptedException {
    long now = runtime.nanoTime();
    if (notBeforeNanos - now > 0) {
      return Duration.ofNanos(notBeforeNanos - now);
    }
    Optional<IncidentNotice> next = next(now);
    if (next.isEmpty()) {
      return refused.isEmpty() ? IDLE : untilRefusedAgain(now);
    }
    settle(next.get(), answer(next.get()));
    return Duration.ZERO;
  }

  /** Returns the oldest notice that may be sent now. */
  private Optional<IncidentNotice> next(long now) {
    List<IncidentNotice> waiting;
    synchronized (lock) {
      waiting = new ArrayList<>(toTell.values());
    }
    Set<UUID> wanted = new HashSet<>();
    waiting.forEach(notice -> wanted.add(notice.incident()));
    refused.keySet().retainAll(wanted);
    return waiting.stream()
        .filter(notice -> mayBeTold(notice, now))
        .min((a, b) -> a.at().compareTo(b.at()));
  }

  private boolean mayBeTold(IncidentNotice notice, long now) {
    RefusedNotice refusal = refused.get(notice.incident());
    return refusal == null
        || refusal.number() != notice.number()
        || refusal.againNanos() - now <= 0;
  }

  private Duration untilRefusedAgain(long now) {
    long soonest =
        refused.values().stream().mapToLong(each -> each.againNanos() - now).min().orElse(1);
    return Duration.ofNanos(Math.max(1, soonest));
  }

  private Answer answer(IncidentNotice notice) throws InterruptedException {
    try {
      return sink.deliver(notice);
    } catch (InterruptedException stopped) {
      throw stopped;
    } catch (Exception | LinkageError broken) {
      return new Answer.Later(String.valueOf(broken), null);
    }
  }

  private void settle(IncidentNotice notice, Answer answer) {
    if (answer instanceof Answer.Later later) {
      failed(later.why(), later.notBefore());
      return;
    }
    if (answer instanceof Answer.Refused no) {
      refused(notice, no.why());
      return;
    }
    if (failures > 0 || saidRefused) {
      LOG.info("The incident sink {} accepts notices again", Texts.line(sink.name()));
    }
    failures = 0;
    saidRefused = false;
    refused.remove(notice.incident());
    synchronized (lock) {
      heard.merge(notice.incident(), notice.number(), Math::max);
      IncidentNotice latest = toTell.get(notice.incident());
      if (latest != null && latest.number() <= notice.number()) {
        toTell.remove(notice.incident());
      }
    }
    whenHeard.run();
  }

  private void failed(String why, @Nullable Duration askedFor) {
    Duration wait = askedFor == null ? backoff() : shorter(askedFor, LONGEST_ASKED_FOR);
    failures++;
    notBeforeNanos = runtime.nanoTime() + Math.max(1, wait.toNanos());
    if (failures == 1) {
      LOG.warn(
          "Baton can't deliver a notice to the incident sink {}: {}. It tries again in {}, then at"
              + " longer intervals, and logs this once. No notice is lost, and other sinks aren't"
              + " delayed",
          Texts.line(sink.name()),
          Texts.line(why),
          Texts.duration(wait));
    }
  }

  /**
   * Returns a wait that doubles with each failure. A random part is taken off, so that nodes and
   * sinks don't act at the same time.
   */
  private Duration backoff() {
    long first = settings.delivery().firstRetry().toMillis();
    long most = settings.delivery().longestRetry().toMillis();
    int doublings = Math.min(failures, MAX_DOUBLINGS);
    long wait = first > most >> doublings ? most : first << doublings;
    return Duration.ofMillis(wait / 2 + (long) (runtime.random().nextDouble() * (wait - wait / 2)));
  }

  private void refused(IncidentNotice notice, String why) {
    refused.put(
        notice.incident(),
        new RefusedNotice(notice.number(), runtime.nanoTime() + REFUSED_AGAIN.toNanos()));
    if (!saidRefused) {
      saidRefused = true;
      LOG.error(
          "The incident sink {} refuses notice {} of incident {} ({}): {}. Check the sink's"
              + " settings. Baton tries again every {} and logs this once",
          Texts.line(sink.name()),
          notice.number(),
          notice.incident(),
          Texts.line(notice.summary()),
          Texts.line(why),
          Texts.duration(REFUSED_AGAIN));
    }
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}

package dev.baton.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Knows which of the needed topics exist and whether Kafka responds, and creates topics if allowed.
 * A separate thread queries Kafka every few seconds, and whenever another thread suspects a
 * problem, so that no other thread waits for a response. Thread-safe.
 */
final class TopicWatch implements Runnable {
  private static final Duration WHILE_WELL = Duration.ofSeconds(5);
  private static final Duration WHILE_AWAY = Duration.ofSeconds(1);
  private static final Duration AT_FIRST = Duration.ofMillis(100);
  private static final Duration AT_MOST = Duration.ofSeconds(30);
  private static final Duration BETWEEN_ROUNDS = Duration.ofMillis(100);

  private final Map<String, Object> settings;
  private final TopicSettings topics;
  private final WatchLog log;
  private final Runnable onReturn;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  // Guarded by the lock.
  private final Set<String> wanted = new TreeSet<>();
  private final Set<String> judged = new HashSet<>();
  private Map<String, Integer> known = Map.of();
  private boolean asked;
  private boolean suspected;
  private boolean closed;
  private boolean away;
  private @Nullable Admin admin;

  private Duration pause = AT_FIRST;

  /**
   * @param onReturn called when Kafka responds again after an outage; must never block
   */
  TopicWatch(Map<String, Object> settings, TopicSettings topics, WatchLog log, Runnable onReturn) {
    this.settings = settings;
    this.topics = topics;
    this.log = log;
    this.onReturn = onReturn;
  }

  /** Adds topics that are needed from now on. */
  void want(Collection<String> more) {
    locked(
        () -> {
          if (wanted.addAll(more)) {
            asked = true;
            changed.signalAll();
          }
        });
  }

  /** Reports a failure that a missing broker or topic may have caused: the watch checks now. */
  void suspect() {
    locked(
        () -> {
          if (!away) {
            suspected = true;
            changed.signalAll();
          }
        });
  }

  /** Returns the number of partitions of each existing topic. */
  Map<String, Integer> known() {
    lock.lock();
    try {
      return known;
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether Kafka didn't respond to the last query. */
  boolean isAway() {
    lock.lock();
    try {
      return away;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns whether the topic exists. For a topic that wasn't needed before, waits until Kafka has
   * been queried once.
   */
  boolean isThere(String topic, Duration patience) throws InterruptedException {
    lock.lock();
    try {
      if (wanted.add(topic)) {
        asked = true;
        changed.signalAll();
      }
      long left = patience.toNanos();
      while (!known.containsKey(topic) && !judged.contains(topic) && !closed && left > 0) {
        left = changed.awaitNanos(left);
      }
      return known.containsKey(topic);
    } finally {
      lock.unlock();
    }
  }

  /** Waits until the existing topics differ from those the caller knows, or until the timeout. */
  void awaitChange(Map<String, Integer> seen, Duration patience) throws InterruptedException {
    lock.lock();
    try {
      long left = patience.toNanos();
      while (known.equals(seen) && !closed && left > 0) {
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ends the thread soon; no further query is sent. */
  void close() {
    Admin open;
    lock.lock();
    try {
      closed = true;
      open = admin;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (open != null) {
      // This makes the thread's current query fail at once.
      open.close(Duration.ZERO);
    }
  }

  @Override
  public void run() {
    try {
      while (awaitRound(round())) {
        // The rounds do all the work.
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    // An error skips this, because the watch then continues.
    close();
  }

  /** Queries Kafka once; returns when to query again. */
  private Duration round() throws InterruptedException {
    Set<String> all;
    lock.lock();
    try {
      asked = false;
      suspected = false;
      if (wanted.isEmpty() || closed) {
        return WHILE_WELL;
      }
      all = new TreeSet<>(wanted);
    } finally {
      lock.unlock();
    }
    try {
      return judge(all, TopicCheck.of(admin(), all, topics));
    } catch (RuntimeException e) {
      // Catch everything a client may throw: if this thread ended, there would be no more hints.
      return judge(all, new TopicCheck.Away(e));
    }
  }

  private Duration judge(Set<String> all, TopicCheck.TopicAnswer answer) {
    if (isClosed()) {
      return WHILE_WELL;
    }
    if (answer instanceof TopicCheck.Away gone) {
      log.away(gone.why());
      locked(
          () -> {
            away = true;
            judged.addAll(all);
            changed.signalAll();
          });
      return WHILE_AWAY;
    }
    TopicCheck.FoundTopics found = (TopicCheck.FoundTopics) answer;
    boolean returned = isAway();
    log.found(found);
    locked(
        () -> {
          away = false;
          known = found.partitions();
          all.stream().filter(topic -> !found.made().contains(topic)).forEach(judged::add);
          changed.signalAll();
        });
    if (returned) {
      onReturn.run();
    }
    return untilNext(found);
  }

  /**
   * Returns when to check again: at once if topics were just created, and at growing intervals if
   * topics are refused.
   */
  private Duration untilNext(TopicCheck.FoundTopics found) {
    if (!found.made().isEmpty()) {
      return AT_FIRST;
    }
    if (found.missing().isEmpty()) {
      pause = AT_FIRST;
      return WHILE_WELL;
    }
    pause = pause.multipliedBy(2).compareTo(AT_MOST) > 0 ? AT_MOST : pause.multipliedBy(2);
    return pause;
  }

  private Admin admin() {
    lock.lock();
    try {
      if (closed) {
        throw new KafkaException("closed");
      }
      if (admin == null) {
        admin = Admin.create(settings);
      }
      return admin;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the next round; returns false if there is none. */
  private boolean awaitRound(Duration untilNext) throws InterruptedException {
    lock.lock();
    try {
      long begin = System.nanoTime();
      while (!asked && !closed) {
        // Many failed hints at once must not each cause a query.
        Duration wait = suspected ? BETWEEN_ROUNDS : untilNext;
        long left = wait.toNanos() - (System.nanoTime() - begin);
        if (left <= 0) {
          break;
        }
        changed.awaitNanos(left);
      }
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  private boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  private void locked(Runnable work) {
    lock.lock();
    try {
      work.run();
    } finally {
      lock.unlock();
    }
  }
}

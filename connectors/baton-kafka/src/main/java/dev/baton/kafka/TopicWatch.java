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
 * Knows which of the wanted topics are there and whether Kafka answers at all; makes topics where
 * it may. A thread of its own asks, every few seconds and whenever somebody has a suspicion, so
 * that nobody else waits for an answer. Thread-safe.
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
   * @param onReturn called when Kafka answers again after it didn't; never blocks
   */
  TopicWatch(Map<String, Object> settings, TopicSettings topics, WatchLog log, Runnable onReturn) {
    this.settings = settings;
    this.topics = topics;
    this.log = log;
    this.onReturn = onReturn;
  }

  /** These topics are needed from now on. */
  void want(Collection<String> more) {
    locked(
        () -> {
          if (wanted.addAll(more)) {
            asked = true;
            changed.signalAll();
          }
        });
  }

  /** Something failed that may be due to a broker or topic that is gone: look now. */
  void suspect() {
    locked(
        () -> {
          if (!away) {
            suspected = true;
            changed.signalAll();
          }
        });
  }

  /** The partitions of each topic that is there. */
  Map<String, Integer> known() {
    lock.lock();
    try {
      return known;
    } finally {
      lock.unlock();
    }
  }

  /** Whether Kafka didn't answer when it was last asked. */
  boolean isAway() {
    lock.lock();
    try {
      return away;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Whether the topic is there; for a topic that wasn't wanted before, waits until Kafka was asked
   * once.
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

  /** Waits until other topics are there than those the caller knows, or the patience is over. */
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

  /** Ends the thread soon; nothing is asked any more. */
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
      // Whatever the thread waits for fails at once.
      open.close(Duration.ZERO);
    }
  }

  @Override
  public void run() {
    try {
      while (awaitRound(round())) {
        // Everything happens in the rounds.
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    // Not after an error, which doesn't end the watch.
    close();
  }

  /** Asks once; answers when to ask again. */
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
      // Whatever a client may throw: without this thread there would be no hints for ever.
      return judge(all, new TopicCheck.Away(e));
    }
  }

  private Duration judge(Set<String> all, TopicCheck.Answer answer) {
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
    TopicCheck.Found found = (TopicCheck.Found) answer;
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

  /** Topics just made are looked for at once, refused ones ever more rarely. */
  private Duration untilNext(TopicCheck.Found found) {
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

  /** Waits for the next round; false: there is none. */
  private boolean awaitRound(Duration untilNext) throws InterruptedException {
    lock.lock();
    try {
      long begin = System.nanoTime();
      while (!asked && !closed) {
        // A suspicion with every failed hint must not become a stream of questions.
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

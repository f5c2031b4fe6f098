package dev.baton.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.limit.Booking;
import dev.baton.local.LocalZooKeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * For how much of the time a limit's slots are in use by three nodes that have more work than it
 * allows. {@code -Dbaton.measure=true}.
 */
@EnabledIfSystemProperty(named = "baton.measure", matches = "true")
class LimitSpeedIT {
  private static final int SLOTS = 12;
  private static final int NODES = 3;
  private static final Duration WARM = Duration.ofSeconds(3);
  private static final Duration TIME = Duration.ofSeconds(15);

  @ParameterizedTest
  @ValueSource(ints = {20, 100, 500})
  void threeNodesUseMostOfTheSlots(int millis) throws Exception {
    String server = LocalZooKeeper.temporary().connectString();
    try (Clients clients = new Clients(server, Duration.ofSeconds(10))) {
      AtomicLong used = new AtomicLong();
      ExecutorService threads = Executors.newCachedThreadPool();
      List<ZooKeeperLimit> limits = new ArrayList<>();
      for (int i = 0; i < NODES; i++) {
        ZooKeeperLimit limit =
            ZooKeeperLimit.ensemble(clients.connected(), "speed" + millis, SLOTS);
        limits.add(limit);
        threads.submit(() -> dispatch(limit, millis, used, threads));
      }
      TimeUnit.NANOSECONDS.sleep(WARM.toNanos());
      long before = used.get();
      TimeUnit.NANOSECONDS.sleep(TIME.toNanos());
      double part = (used.get() - before) / (SLOTS * (double) TIME.toNanos());
      System.out.printf("tasks of %d ms: %.2f of the slots' time used%n", millis, part);
      threads.shutdownNow();
      limits.forEach(ZooKeeperLimit::close);
      assertThat(part).isGreaterThanOrEqualTo(0.7);
    }
  }

  /** As a node's dispatcher does: asks when one of its own ends, and when it was told to. */
  private static void dispatch(
      ZooKeeperLimit limit, int millis, AtomicLong used, ExecutorService threads) {
    Semaphore ended = new Semaphore(0);
    while (!Thread.currentThread().isInterrupted()) {
      Booking booking = limit.book(Some.candidate());
      if (booking instanceof Booking.Held held) {
        threads.submit(
            () -> {
              long began = System.nanoTime();
              LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
              used.addAndGet(System.nanoTime() - began);
              held.release().run();
              ended.release();
            });
      } else if (booking instanceof Booking.Refused refused) {
        try {
          ended.tryAcquire(refused.askAgainAfter().toNanos(), TimeUnit.NANOSECONDS);
          ended.drainPermits();
        } catch (InterruptedException stopped) {
          return;
        }
      }
    }
  }
}

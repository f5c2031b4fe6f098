package dev.baton.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.limit.Booking;
import dev.baton.limit.BookingPolicy;
import dev.baton.limit.Limit;
import dev.baton.limit.internal.GrantedSlot;
import dev.baton.limit.internal.LimitPolicies;
import dev.baton.limit.internal.RefusedSlot;
import dev.baton.local.LocalZooKeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ZooKeeperLimitTest {
  /** Long enough for a machine that stalls for a few seconds. */
  private static final Duration SESSION = Duration.ofSeconds(10);

  /** Session timeout for tests that wait for the end of a session. */
  private static final Duration SHORT = Duration.ofSeconds(4);

  private final String name = "limit-" + UUID.randomUUID();
  private final List<ZooKeeperLimit> limits = new ArrayList<>();
  private final LocalZooKeeper server = LocalZooKeeper.temporary();
  private final Clients clients = new Clients(server.connectString(), SESSION);
  private final Clients brief = new Clients(server.connectString(), SHORT);

  @AfterEach
  void stop() {
    limits.forEach(ZooKeeperLimit::close);
    clients.close();
    brief.close();
  }

  @Test
  void threeNodesKeepTheLimitAndEachGetsItsTurn() throws Exception {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<AtomicInteger> done = new ArrayList<>();
    ExecutorService threads = Executors.newCachedThreadPool();
    List<Future<?>> workers = new ArrayList<>();
    AtomicInteger left = new AtomicInteger(2_000);
    for (int node = 0; node < 3; node++) {
      ZooKeeperLimit limit = node(4);
      AtomicInteger mine = new AtomicInteger();
      done.add(mine);
      for (int i = 0; i < 4; i++) {
        workers.add(
            threads.submit(
                () -> {
                  while (left.getAndDecrement() > 0) {
                    GrantedSlot held = held(limit, "");
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    LockSupport.parkNanos(2_000_000);
                    running.decrementAndGet();
                    held.release().run();
                    mine.incrementAndGet();
                  }
                }));
      }
    }
    for (Future<?> worker : workers) {
      worker.get(120, TimeUnit.SECONDS);
    }
    threads.shutdown();
    assertThat(most.get()).isBetween(2, 4);
    assertThat(done).allSatisfy(count -> assertThat(count.get()).isGreaterThan(20));
  }

  @Test
  void unusedPermitsComeBack() throws Exception {
    ZooKeeperLimit one = node(4);
    ZooKeeperLimit other = node(4);
    List<GrantedSlot> all = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      all.add(held(one, ""));
    }
    assertThat(other.book(Some.candidate())).isInstanceOf(RefusedSlot.class);
    all.forEach(held -> held.release().run());
    for (int i = 0; i < 4; i++) {
      held(other, "");
    }
    assertThat(one.book(Some.candidate())).isInstanceOf(RefusedSlot.class);
  }

  /** Until then, no node can use a permit that was passed on. */
  @Test
  void queuedNodeAsksAgainBeforeShortTaskEnds() throws Exception {
    ZooKeeperLimit one = node(1);
    ZooKeeperLimit other = node(1);
    GrantedSlot held = held(one, "");
    Waiting.until("it queues", () -> refusal(other).reason().contains("1 queued for"));
    assertThat(refusal(other).askAgainAfter()).isLessThanOrEqualTo(Duration.ofMillis(10));
    held.release().run();
  }

  private static RefusedSlot refusal(BookingPolicy policy) {
    return (RefusedSlot) policy.book(Some.candidate());
  }

  @Test
  @Tag("deep")
  void permitsOfKilledProcessComeBackWithItsSession() throws Exception {
    ZooKeeperLimit limit = node(4);
    try (Victim victim = Victim.holding("LIMIT", server.connectString(), SHORT, name)) {
      assertThat(limit.book(Some.candidate())).isInstanceOf(RefusedSlot.class);
      victim.kill();
      long killed = System.nanoTime();
      for (int i = 0; i < 4; i++) {
        held(limit, "");
      }
      System.out.println(
          "figure: permits of a killed process are back after "
              + Duration.ofNanos(System.nanoTime() - killed).toMillis()
              + " ms; session timeout "
              + SHORT.toMillis()
              + " ms");
    }
  }

  @Test
  @Tag("deep")
  void withoutConnectionNothingIsBookedAndHeldPermitsStay() throws Exception {
    ZooKeeperLimit one = node(4);
    ZooKeeperLimit other = node(4);
    GrantedSlot running = held(one, "");
    held(one, "").release().run();
    server.kill();
    Waiting.until("one refuses", () -> isRefused(one));
    Booking refused = one.book(Some.candidate());
    assertThat(refused)
        .isInstanceOfSatisfying(
            RefusedSlot.class, no -> assertThat(no.askAgainAfter()).isPositive());
    server.start();
    for (int i = 0; i < 3; i++) {
      held(other, "");
    }
    assertThat(other.book(Some.candidate())).isInstanceOf(RefusedSlot.class);
    running.release().run();
    held(other, "");
  }

  @Test
  @Tag("deep")
  void permitsOfPausedServerAreTrustedForHalfTheSession() throws Exception {
    ZooKeeperLimit one = keep(ZooKeeperLimit.ensemble(brief.connected(), name, 4));
    held(one, "").release().run();
    server.pause();
    // The test checks before the event of the lost connection, which comes later.
    Waiting.until("one refuses", () -> isRefused(one));
    server.goOn();
    held(one, "");
  }

  @Test
  void runningUsesCountFirstAfterLostSession() throws Exception {
    CuratorFramework client = clients.connected();
    ZooKeeperLimit one = keep(ZooKeeperLimit.ensemble(client, name, 4));
    ZooKeeperLimit other = node(4);
    for (int i = 0; i < 3; i++) {
      held(one, "");
    }
    client.getZookeeperClient().getZooKeeper().getTestable().injectSessionExpiration();
    // Three permits belong to the running uses; only then the fourth is given.
    held(one, "");
    assertThat(one.book(Some.candidate())).isInstanceOf(RefusedSlot.class);
    assertThat(other.book(Some.candidate())).isInstanceOf(RefusedSlot.class);
  }

  @Test
  void eachKeyHasItsOwnLimit() throws Exception {
    ZooKeeperLimit one = keep(ZooKeeperLimit.ensemblePerKey(clients.connected(), name, 1));
    ZooKeeperLimit other = keep(ZooKeeperLimit.ensemblePerKey(clients.connected(), name, 1));
    held(one, "PARTNER/X");
    held(other, "..");
    held(one, "");
    assertThat(other.book(Some.candidate("PARTNER/X")))
        .isInstanceOfSatisfying(
            RefusedSlot.class, no -> assertThat(no.scope()).isEqualTo(RefusedSlot.Scope.KEY));
  }

  @Test
  void composedRefusalReturnsThePermitAndReleaseCountsOnce() throws Exception {
    ZooKeeperLimit limit = node(1);
    held(limit, "").release().run();
    BookingPolicy both =
        LimitPolicies.of(Limit.custom(limit), Limit.custom(candidate -> Booking.typeFull("never")));
    assertThat(both.book(Some.candidate())).isInstanceOf(RefusedSlot.class);
    GrantedSlot held = held(limit, "");
    held.release().run();
    held.release().run();
    held(limit, "");
    assertThat(isRefused(limit)).isTrue();
  }

  @Test
  void closedLimitReturnsFreePermitsAndBooksNothing() throws Exception {
    CuratorFramework client = clients.connected();
    ZooKeeperLimit one = keep(ZooKeeperLimit.ensemble(client, name, 1));
    ZooKeeperLimit other = keep(ZooKeeperLimit.ensemble(client, name, 1));
    held(one, "").release().run();
    one.close();
    assertThat(client.getChildren().forPath("/baton/limits/" + name + "/k")).isEmpty();
    assertThat(isRefused(one)).isTrue();
    held(other, "");
  }

  private ZooKeeperLimit node(int slots) throws InterruptedException {
    return keep(ZooKeeperLimit.ensemble(clients.connected(), name, slots));
  }

  private ZooKeeperLimit keep(ZooKeeperLimit limit) {
    limits.add(limit);
    return limit;
  }

  private static boolean isRefused(BookingPolicy policy) {
    Booking booking = policy.book(Some.candidate());
    if (booking instanceof GrantedSlot held) {
      held.release().run();
      return false;
    }
    return true;
  }

  private static GrantedSlot held(BookingPolicy policy, String key) {
    GrantedSlot[] held = new GrantedSlot[1];
    Waiting.until(
        "there is a permit",
        () -> {
          if (policy.book(Some.candidate(key)) instanceof GrantedSlot now) {
            held[0] = now;
          }
          return held[0] != null;
        });
    return held[0];
  }
}

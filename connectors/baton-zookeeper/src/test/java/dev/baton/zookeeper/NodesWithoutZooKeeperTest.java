package dev.baton.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.limit.Limit;
import dev.baton.local.LocalZooKeeper;
import dev.baton.operate.event.NodeEvent;
import dev.baton.spi.Leadership;
import dev.baton.spi.Stores;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.tck.MemoryLeadership;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTransactions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two nodes on one store, while ZooKeeper stops and starts. */
class NodesWithoutZooKeeperTest {
  private static final Duration SESSION = Duration.ofSeconds(2);

  /** The lease is renewed every four seconds, so a short stall of the machine doesn't lose it. */
  private static final Duration LEASE = Duration.ofSeconds(12);

  private static final NodeSettings QUICK =
      NodeSettings.defaults()
          .poll(Duration.ofMillis(20))
          .sweep(Duration.ofMillis(20))
          .lease(LEASE)
          .shutdown(Duration.ofSeconds(10));

  private final LocalZooKeeper server = LocalZooKeeper.temporary();
  private final Clients clients = new Clients(server.connectString(), SESSION);
  private final MemoryTaskStore store = new MemoryTaskStore(InstantSource.system());
  private final Leadership database =
      new MemoryLeadership(InstantSource.system(), Duration.ofSeconds(1));
  private final List<Baton> nodes = new ArrayList<>();
  private final Map<String, AtomicInteger> dutiesTaken = new ConcurrentHashMap<>();
  private final CountDownLatch mayEnd = new CountDownLatch(1);

  @AfterEach
  void stop() {
    mayEnd.countDown();
    nodes.forEach(Baton::close);
    clients.close();
  }

  @Test
  @Tag("deep")
  void retriesDueTasksAndLeasesContinueWhileZooKeeperFlaps() throws Exception {
    for (int i = 0; i < 2; i++) {
      start(ZooKeeperLeadership.on(clients.connected()).orElse(database));
    }
    UUID longer = add(TaskRequest.of(TaskType.of("LONG")));
    for (int round = 0; round < 2; round++) {
      List<UUID> ids = work(round);
      awaitDone(ids);
      server.kill();
      ids = work(round);
      awaitDone(ids);
      server.start();
    }
    server.pause();
    Instant leaseEnd = leaseEnd(longer);
    awaitDone(work(3));
    Waiting.until("a lease is renewed meanwhile", () -> leaseEnd(longer).isAfter(leaseEnd));
    server.goOn();
    assertThat(store.find(longer).orElseThrow().position().losses()).isZero();
    mayEnd.countDown();
    awaitDone(List.of(longer));
  }

  @Test
  @Tag("deep")
  void withoutFallbackOnlyTheDutiesWaitForZooKeeper() throws Exception {
    server.kill();
    start(ZooKeeperLeadership.on(clients.started()));
    UUID later = add(TaskRequest.of(TaskType.of("PLAIN")).runIn(Duration.ofMillis(50)));
    // Several delayed tasks run one after another, long after they were due.
    for (int i = 0; i < 5; i++) {
      awaitDone(List.of(add(TaskRequest.of(TaskType.of("PLAIN")))));
    }
    assertThat(store.find(later).orElseThrow().position().status()).isEqualTo(Status.WAITING);
    assertThat(dutiesTaken).isEmpty();
    server.start();
    awaitDone(List.of(later));
  }

  @Test
  void nodesTogetherNeverExceedTheLimit() throws Exception {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<ZooKeeperLimit> limits = new ArrayList<>();
    List<UUID> ids = new ArrayList<>();
    try {
      for (int i = 0; i < 2; i++) {
        ZooKeeperLimit limit = ZooKeeperLimit.ensemble(clients.connected(), "few", 3);
        limits.add(limit);
        start(
            database,
            RawDefinition.of(
                    "FEW",
                    attempt -> {
                      most.accumulateAndGet(running.incrementAndGet(), Math::max);
                      attempt.payloadText();
                      running.decrementAndGet();
                      return Outcome.done();
                    })
                .limits(Limit.custom(limit)));
      }
      for (int i = 0; i < 100; i++) {
        ids.add(add(TaskType.of("FEW", Bytes.class).with(Bytes.of("x"))));
      }
      awaitDone(ids);
      assertThat(most.get()).isLessThanOrEqualTo(3);
      Waiting.until("slots are free", () -> nodes.stream().allMatch(n -> n.slotsInUse() == 0));
    } finally {
      nodes.forEach(Baton::close);
      limits.forEach(ZooKeeperLimit::close);
    }
  }

  private void start(Leadership leadership, TaskDefinition<?, ?>... more) {
    nodes.add(
        Baton.builder(Stores.of(store))
            .transactions(new MemoryTransactions(store))
            .leadership(leadership)
            .settings(s -> QUICK)
            .listener(
                event -> {
                  if (event instanceof NodeEvent.Leading leading && leading.leads()) {
                    dutiesTaken
                        .computeIfAbsent(leading.duty(), duty -> new AtomicInteger())
                        .incrementAndGet();
                  }
                })
            .define(
                RawDefinition.of("PLAIN", attempt -> Outcome.done()),
                RawDefinition.of(
                        "FAILS_ONCE",
                        attempt -> {
                          if (attempt.number() == 1) {
                            throw new IllegalStateException("the first time");
                          }
                          return Outcome.done();
                        })
                    .retry(Retry.fixed(Duration.ofMillis(50)).maxAttempts(3)),
                RawDefinition.of(
                    "LONG",
                    attempt -> {
                      mayEnd.await(120, TimeUnit.SECONDS);
                      return Outcome.done();
                    }))
            .define(more)
            .start());
  }

  private Instant leaseEnd(UUID id) {
    return Objects.requireNonNull(store.find(id).orElseThrow().position().nextEventAt());
  }

  private UUID add(TaskRequest<?, ?> request) {
    return nodes.get(0).tasks().add(request).taskId();
  }

  private List<UUID> work(int round) {
    return List.of(
        add(TaskRequest.of(TaskType.of("PLAIN"))),
        add(TaskRequest.of(TaskType.of("PLAIN")).runIn(Duration.ofMillis(100))),
        add(TaskRequest.of(TaskType.of("FAILS_ONCE"))));
  }

  private void awaitDone(List<UUID> ids) {
    Waiting.until(
        "all are done", () -> ids.stream().allMatch(id -> store.findFinished(id).isPresent()));
  }
}

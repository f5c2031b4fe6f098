package dev.baton.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.baton.Baton;
import dev.baton.api.AddResult;
import dev.baton.api.TaskRequest;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.local.cassandra.LocalCassandra;
import dev.baton.local.cassandra.LocalCassandraCluster;
import dev.baton.spi.core.CoreStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Three servers and two nodes, one of which at a time is killed or paused, while no conditional
 * write is answered. For this long: {@code -Dbaton.cassandra.chaos=PT1M}, from {@code
 * -Dbaton.cassandra.seed=38} on.
 */
@EnabledIfSystemProperty(named = "baton.cassandra.chaos", matches = "PT.+")
class ClusterChaosIT {
  private static final int REPLICAS = 3;
  private static final int ADDERS = 4;
  private static final int MIN_FAULT_MILLIS = 2_000;
  private static final int MAX_FAULT_MILLIS = 9_000;
  private static final long PAUSE_OF_ADDER_MILLIS = 20;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Random random = new Random(Long.getLong("baton.cassandra.seed", 38));
  private final Set<UUID> acknowledged = ConcurrentHashMap.newKeySet();
  private final AtomicInteger unknown = new AtomicInteger();
  private final Map<Fault, Integer> faults = new TreeMap<>();

  /** Each once, before any comes again. */
  private final List<Fault> next = new ArrayList<>();

  private enum Fault {
    SERVER_KILLED,
    SERVER_PAUSED,
    NODE_KILLED,
    NODE_PAUSED
  }

  @Test
  void nothingAcknowledgedIsLostAndNoTaskIsHeldTwice() throws Exception {
    try (LocalCassandraCluster cluster = LocalCassandraCluster.ofThree();
        CqlSession session = TestKeyspace.session(cluster.addresses());
        ChaosLedger ledger = new ChaosLedger()) {
      TestKeyspace.create(session, ChaosNode.KEYSPACE, REPLICAS, TestKeyspace.SHARDS);
      List<ChaosNode> nodes = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        nodes.add(ChaosNode.start(cluster.addresses(), ledger.port()));
      }
      try (Baton adder = ChaosNode.builder(session).start()) {
        AtomicBoolean adding = new AtomicBoolean(true);
        List<Thread> adds = new ArrayList<>();
        for (int i = 0; i < ADDERS; i++) {
          int number = i;
          adds.add(new Thread(() -> add(adder, number, adding)));
        }
        adds.forEach(Thread::start);
        Duration length = Duration.parse(System.getProperty("baton.cassandra.chaos"));
        long end = System.nanoTime() + length.toNanos();
        while (System.nanoTime() < end) {
          fail(cluster, nodes, ledger);
        }
        adding.set(false);
        for (Thread thread : adds) {
          thread.join();
        }
      }
      CoreStore store = new TestKeyspace(session, ChaosNode.KEYSPACE).store(InstantSource.system());
      List<UUID> lost = unfinished(store);
      for (ChaosNode node : nodes) {
        node.kill();
      }
      ChaosLedger.Counts counts = ledger.counts();
      System.out.printf(
          "chaos: %d added and acknowledged, %d adds of unknown result, %s, %s, %d lost%n",
          acknowledged.size(), unknown.get(), faults, counts, lost.size());
      assertThat(lost).as("acknowledged and lost").isEmpty();
      assertThat(counts.heldTwice()).as("attempts with another's fencing token").isZero();
      assertThat(acknowledged).allMatch(ledger::knows);
      assertThat(counts.tasks())
          .isBetween(acknowledged.size(), acknowledged.size() + unknown.get());
    }
  }

  private void add(Baton adder, int number, AtomicBoolean adding) {
    for (int i = 0; adding.get(); i++) {
      TaskRequest request = TaskRequest.of(ChaosNode.TYPE);
      try {
        AddResult result =
            adder.tasks().add(i % 4 == 0 ? request.uniqueBy("key " + number + " " + i) : request);
        if (result instanceof AddResult.Added added) {
          acknowledged.add(added.taskId());
        }
        Thread.sleep(PAUSE_OF_ADDER_MILLIS);
      } catch (StoreUnavailableException e) {
        unknown.incrementAndGet();
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void fail(LocalCassandraCluster cluster, List<ChaosNode> nodes, ChaosLedger ledger)
      throws Exception {
    if (next.isEmpty()) {
      next.addAll(List.of(Fault.values()));
      Collections.shuffle(next, random);
    }
    Fault fault = next.remove(0);
    faults.merge(fault, 1, Integer::sum);
    LocalCassandra server = cluster.member(random.nextInt(REPLICAS));
    int index = random.nextInt(nodes.size());
    long millis = random.nextInt(MIN_FAULT_MILLIS, MAX_FAULT_MILLIS);
    switch (fault) {
      case SERVER_KILLED -> {
        server.kill();
        Thread.sleep(millis);
        server.restart();
      }
      case SERVER_PAUSED -> {
        server.pause();
        Thread.sleep(millis);
        server.goOn();
      }
      case NODE_KILLED -> {
        nodes.get(index).kill();
        nodes.set(index, ChaosNode.start(cluster.addresses(), ledger.port()));
      }
      case NODE_PAUSED -> {
        nodes.get(index).signal("STOP");
        Thread.sleep(millis);
        nodes.get(index).signal("CONT");
      }
    }
    // Two of three must be there for anything to be written.
    cluster.awaitAll();
  }

  /** Those of the acknowledged tasks that don't end, though all run again. */
  private List<UUID> unfinished(CoreStore store) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    List<UUID> open = new ArrayList<>(acknowledged);
    while (!open.isEmpty() && System.nanoTime() < end) {
      open.removeIf(task -> store.findFinished(task).isPresent());
      Thread.sleep(PAUSE_OF_ADDER_MILLIS);
    }
    return open;
  }
}

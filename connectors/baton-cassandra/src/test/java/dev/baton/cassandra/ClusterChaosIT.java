package dev.baton.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.baton.Baton;
import dev.baton.api.AddResult;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.api.error.StoreException;
import dev.baton.local.cassandra.LocalCassandra;
import dev.baton.local.cassandra.LocalCassandraCluster;
import dev.baton.local.network.LocalNetwork;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.spi.core.CoreStore;
import dev.baton.task.Status;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Three servers and two nodes, one of which at a time is killed or paused, or, of servers, cut off
 * from the others or given a clock that is a minute wrong, while no conditional write is answered.
 * A cluster limit is checked all the time. For this long: {@code -Dbaton.cassandra.chaos=PT1M},
 * from {@code -Dbaton.cassandra.seed=38} on.
 */
@Tag("deep")
class ClusterChaosIT {
  private static final int REPLICAS = 3;
  private static final int ADDERS = 4;
  private static final int MIN_FAULT_MILLIS = 2_000;
  private static final int MAX_FAULT_MILLIS = 9_000;
  private static final long PAUSE_OF_ADDER_MILLIS = 20;
  private static final int MAX_HELD = 100;
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration WRONG = Duration.ofMinutes(1);

  private final Random random = new Random(Long.getLong("baton.cassandra.seed", 38));
  private final Set<UUID> acknowledged = ConcurrentHashMap.newKeySet();
  private final AtomicInteger unknown = new AtomicInteger();
  private final AtomicInteger maxHeld = new AtomicInteger();
  private final AtomicInteger looks = new AtomicInteger();
  private final Map<Fault, Integer> faults = new TreeMap<>();

  /** The faults that are left. Each fault comes once before any fault comes again. */
  private final List<Fault> next = new ArrayList<>();

  private enum Fault {
    SERVER_KILLED,
    SERVER_PAUSED,
    SERVER_CUT_OFF,
    SERVER_AHEAD,
    SERVER_BEHIND,
    NODE_KILLED,
    NODE_PAUSED
  }

  @Test
  void noAcknowledgedTaskIsLostAndNoneIsHeldTwice() throws Exception {
    Assumptions.assumeTrue(
        LocalNetwork.isPossible(), "Network namespaces need root's rights and iproute2");
    try (LocalNetwork network = LocalNetwork.of(REPLICAS);
        LocalCassandraCluster cluster = LocalCassandraCluster.ofThree(network);
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
        adds.add(new Thread(() -> watchLimit(adder, adding)));
        adds.forEach(Thread::start);
        Duration length = Duration.parse(System.getProperty("baton.cassandra.chaos", "PT1M"));
        long end = System.nanoTime() + length.toNanos();
        while (System.nanoTime() < end) {
          fail(new Subjects(network, cluster, nodes, ledger));
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
          "chaos: %d added and acknowledged, %d adds of unknown result, %s, %s, %d lost;"
              + " of a limit of %d at most %d held at once, in %d looks%n",
          acknowledged.size(),
          unknown.get(),
          faults,
          counts,
          lost.size(),
          ChaosNode.LIMIT,
          maxHeld.get(),
          looks.get());
      assertThat(lost).as("acknowledged and lost").isEmpty();
      assertThat(counts.heldTwice()).as("attempts with another's fencing token").isZero();
      assertThat(maxHeld.get()).as("held of the limit").isBetween(1, ChaosNode.LIMIT);
      assertThat(acknowledged).allMatch(ledger::knows);
      assertThat(counts.tasks())
          .isBetween(acknowledged.size(), acknowledged.size() + unknown.get());
    }
  }

  private void add(Baton adder, int number, AtomicBoolean adding) {
    for (int i = 0; adding.get(); i++) {
      TaskRequest<?, ?> request =
          TaskRequest.of(TaskType.of(i % 3 == 0 ? ChaosNode.LIMITED : ChaosNode.TYPE));
      try {
        AddResult result =
            adder
                .tasks()
                .add(
                    i % 4 == 0
                        ? request.unique(Unique.whileLive("key " + number + " " + i))
                        : request);
        if (result instanceof AddResult.Added added) {
          acknowledged.add(added.taskId());
        }
        Thread.sleep(PAUSE_OF_ADDER_MILLIS);
      } catch (StoreException e) {
        unknown.incrementAndGet();
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void watchLimit(Baton reader, AtomicBoolean adding) {
    while (adding.get()) {
      try {
        // Tasks that were claimed at both reads were claimed all the time between them.
        Set<String> held = held(reader);
        held.retainAll(held(reader));
        maxHeld.accumulateAndGet(held.size(), Math::max);
        looks.incrementAndGet();
        Thread.sleep(PAUSE_OF_ADDER_MILLIS);
      } catch (StoreException later) {
        // Two servers are unreachable or slow.
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private static Set<String> held(Baton reader) {
    Set<String> held = new TreeSet<>();
    TaskFilter filter = TaskFilter.all().status(Status.RUNNING).type(ChaosNode.LIMITED);
    for (TaskInfo task : reader.operations().search(filter).page(MAX_HELD).items()) {
      if (task.status() == Status.RUNNING) {
        held.add(task.id() + " " + task.version());
      }
    }
    return held;
  }

  /** The parts of the cluster that faults can affect. */
  private record Subjects(
      LocalNetwork network,
      LocalCassandraCluster cluster,
      List<ChaosNode> nodes,
      ChaosLedger ledger) {

    void restartNode(int index) throws Exception {
      nodes.get(index).kill();
      nodes.set(index, ChaosNode.start(cluster.addresses(), ledger.port()));
    }
  }

  private void fail(Subjects subjects) throws Exception {
    if (next.isEmpty()) {
      next.addAll(List.of(Fault.values()));
      Collections.shuffle(next, random);
    }
    Fault fault = next.remove(0);
    faults.merge(fault, 1, Integer::sum);
    int replica = random.nextInt(REPLICAS);
    int index = random.nextInt(subjects.nodes().size());
    long millis = random.nextInt(MIN_FAULT_MILLIS, MAX_FAULT_MILLIS);
    if (fault == Fault.NODE_KILLED) {
      subjects.restartNode(index);
    } else if (fault == Fault.NODE_PAUSED) {
      subjects.nodes().get(index).signal("STOP");
      Thread.sleep(millis);
      subjects.nodes().get(index).signal("CONT");
    } else {
      strike(fault, subjects, replica, millis);
    }
    // Writes need two of three servers.
    subjects.cluster().awaitAll();
  }

  private static void strike(Fault fault, Subjects subjects, int replica, long millis)
      throws Exception {
    LocalCassandra server = subjects.cluster().member(replica);
    switch (fault) {
      case SERVER_KILLED -> server.kill();
      case SERVER_PAUSED -> server.pause();
      case SERVER_CUT_OFF -> subjects.network().cutOffFromHosts(replica, true);
      case SERVER_AHEAD -> server.shiftClock(WRONG);
      case SERVER_BEHIND -> server.shiftClock(WRONG.negated());
      default -> throw new IllegalArgumentException(fault + " is no fault of a server");
    }
    boolean isClock = fault == Fault.SERVER_AHEAD || fault == Fault.SERVER_BEHIND;
    // Nodes read the time from a server every ten seconds.
    Thread.sleep(isClock ? 3 * millis : millis);
    switch (fault) {
      case SERVER_KILLED -> server.restart();
      case SERVER_PAUSED -> server.goOn();
      case SERVER_CUT_OFF -> subjects.network().cutOffFromHosts(replica, false);
      default -> server.shiftClock(Duration.ZERO);
    }
  }

  /** Returns the acknowledged tasks that don't end, although all nodes run again. */
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

package dev.baton.tck.simulation;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Statement;
import dev.baton.cassandra.cql.Cql;
import dev.baton.cassandra.shard.ShardClock;
import dev.baton.tck.simulation.SimulatedThread.Wake;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * The driver of one node. Its requests take time to travel, and separate threads deliver the
 * responses.
 */
final class CassandraDriver implements Cql.Sender, ShardClock {
  private static final int THREADS = 2;
  private static final long FOREVER = Long.MAX_VALUE;

  private final SimulatedNode node;
  private final SimulatedCassandra servers;
  private final Simulation simulation;
  private final Chance chance;
  private final Deque<Runnable> arrived = new ArrayDeque<>();
  private final Deque<SimulatedThread> idle = new ArrayDeque<>();

  CassandraDriver(SimulatedNode node, SimulatedCassandra servers) {
    this.node = node;
    this.servers = servers;
    simulation = node.simulation();
    chance = node.chance().split();
    for (int i = 0; i < THREADS; i++) {
      node.start("driver" + i, this::work);
    }
  }

  private void work() {
    while (true) {
      Runnable next = arrived.poll();
      if (next == null) {
        idle.add(simulation.running());
        simulation.block(FOREVER, false);
        idle.remove(simulation.running());
      } else {
        next.run();
      }
      simulation.step("driver");
    }
  }

  SimulatedNode node() {
    return node;
  }

  /** Delivers a response from the servers, or the end of a timeout, as an event. */
  void arrives(Runnable what) {
    arrived.add(what);
    SimulatedThread first = idle.peek();
    if (first != null) {
      simulation.wake(first, Wake.SIGNAL);
    }
  }

  /** Sends a request. A dead node gets no response, so that nothing it still runs has an effect. */
  @Override
  public CompletionStage<AsyncResultSet> send(Statement<?> statement) {
    CompletableFuture<AsyncResultSet> answer = new CompletableFuture<>();
    try {
      simulation.step("cql");
      servers.carry(this, statement, answer);
    } catch (SimulatedCrash crash) {
      simulation.line(() -> "the driver is closed");
    }
    return answer;
  }

  @Override
  public <T> T get(CompletableFuture<T> answer, Duration most)
      throws InterruptedException, ExecutionException, TimeoutException {
    simulation.step("get");
    SimulatedThread self = simulation.running();
    boolean[] waits = {true};
    answer.whenComplete(
        (value, failure) -> {
          if (waits[0]) {
            simulation.wake(self, Wake.SIGNAL);
          }
        });
    long end = simulation.after(most);
    while (!answer.isDone()) {
      if (Thread.interrupted()) {
        waits[0] = false;
        throw new InterruptedException();
      }
      Wake wake = simulation.block(end, true);
      simulation.checkCrash();
      if (wake == Wake.INTERRUPT) {
        waits[0] = false;
        throw new InterruptedException();
      }
      if (!answer.isDone() && simulation.nowNanos() >= end) {
        waits[0] = false;
        throw new TimeoutException();
      }
    }
    waits[0] = false;
    return answer.get();
  }

  @Override
  public CompletionStage<Void> pause(Duration length) {
    CompletableFuture<Void> over = new CompletableFuture<>();
    simulation.at(simulation.after(length), () -> arrives(() -> over.complete(null)));
    return over;
  }

  @Override
  public long nanoTime() {
    return node.monotonicNanos();
  }

  @Override
  public Instant now() {
    return servers.now().truncatedTo(ChronoUnit.MICROS);
  }

  @Override
  public UUID newId() {
    return new UUID(random(), random());
  }

  @Override
  public long random() {
    return chance.nextLong();
  }
}

package dev.baton.tck.simulation;

import dev.baton.tck.simulation.cassandra.Servers;
import dev.baton.tck.simulation.cassandra.Servers.Reading;
import java.time.Duration;
import java.util.List;
import java.util.function.IntConsumer;

/** Decides which replicas a request reads, and when each replica gets a decided write. */
final class CassandraLag implements Servers.Lag {
  private static final int MAX_LAG_MILLIS = 3_000;

  private final SimulatedCassandra servers;
  private final CassandraCanary broken;
  private final Chance chance;

  CassandraLag(SimulatedCassandra servers, CassandraCanary broken) {
    this.servers = servers;
    this.broken = broken;
    chance = servers.chance().split();
  }

  @Override
  public List<Integer> asked(Reading reading) {
    int without = chance.nextInt(Servers.REPLICAS);
    int first = (without + 1) % Servers.REPLICAS;
    return broken == CassandraCanary.READ_FROM_ONE_REPLICA && reading == Reading.PLAIN
        ? List.of(first)
        : List.of(first, (without + 2) % Servers.REPLICAS);
  }

  /** Delivers a decided write. Even without faults, one replica gets it later than another. */
  @Override
  public void decided(IntConsumer reaches) {
    for (int i = 0; i < Servers.REPLICAS; i++) {
      int replica = i;
      if (chance.happens(0.5)) {
        reaches.accept(replica);
      } else if (chance.happens(0.8)) {
        Duration when = chance.millis(0, chance.happens(0.8) ? 3 : MAX_LAG_MILLIS);
        Simulation simulation = servers.simulation();
        simulation.at(simulation.after(when), () -> reaches.accept(replica));
      }
    }
  }

  @Override
  public boolean repairs() {
    return chance.happens(0.1);
  }
}

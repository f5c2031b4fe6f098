package dev.baton.tck.simulation;

import dev.baton.cassandra.SimulatedStores;
import java.time.Duration;

/** The store on Cassandra, where the scheduler sees each statement. */
final class CassandraGround implements Ground {
  private static final Duration TERM = Duration.ofSeconds(3);

  private final SimulatedCassandra database;

  private CassandraGround(Simulation simulation, CassandraCanary broken) {
    database = new SimulatedCassandra(simulation, broken);
  }

  /** Returns servers for a store that is broken in this way. */
  static Ground.Kind with(CassandraCanary broken) {
    return new Ground.Kind() {
      @Override
      public Ground open(Simulation simulation, Sabotage sabotage) {
        return new CassandraGround(simulation, broken);
      }

      @Override
      public boolean floods() {
        return true;
      }

      @Override
      public boolean isCore() {
        return true;
      }
    };
  }

  @Override
  public SimulatedDatabase database() {
    return database;
  }

  @Override
  public Core core(SimulatedNode node) {
    CassandraDriver driver = new CassandraDriver(node, database);
    return new Core(
        database.stores(driver), SimulatedStores.leadership(database.cql(driver), TERM));
  }

  @Override
  public Seams seams(SimulatedNode node) {
    throw new UnsupportedOperationException("Cassandra has no transactions");
  }
}

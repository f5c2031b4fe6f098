package dev.baton.testkit.simulation;

import dev.baton.spi.TaskStore;
import dev.baton.testkit.MemoryLeadership;

/** The store in memory, whose calls are what the scheduler sees. */
final class MemoryGround implements Ground {
  private final SimulatedMemory database;
  private final MemoryLeadership leadership;
  private final Sabotage sabotage;

  MemoryGround(Simulation simulation, Sabotage sabotage) {
    this.database = new SimulatedMemory(simulation);
    this.leadership = new MemoryLeadership(database::now, World.TERM);
    this.sabotage = sabotage;
  }

  @Override
  public SimulatedDatabase database() {
    return database;
  }

  @Override
  public Seams seams(SimulatedNode node) {
    TaskStore tasks = sabotage.store(node, database, new SimulatedTaskStore(node, database));
    return new Seams(
        tasks,
        sabotage.transactions(node, database, new SimulatedTransactions(node, database)),
        sabotage.leadership(new SimulatedLeadership(node, database, leadership, World.TERM)),
        sabotage.cluster(node, database, new SimulatedClusterStore(node, database)),
        sabotage.operations(node, database, new SimulatedOperationsStore(node, database, tasks)),
        sabotage.signals(node, database, new SimulatedSignalStore(node, database)),
        sabotage.resubmissions(new SimulatedResubmissionStore(node, database)),
        sabotage.schedules(node, database, new SimulatedScheduleStore(node, database)),
        stores -> stores.overrides(new SimulatedOverrideStore(node, database)));
  }
}

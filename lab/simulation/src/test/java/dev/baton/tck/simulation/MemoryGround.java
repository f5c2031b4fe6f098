package dev.baton.tck.simulation;

import dev.baton.spi.Stores;
import dev.baton.spi.TaskStore;
import dev.baton.spi.TransactionalNoteStore;
import dev.baton.tck.MemoryLeadership;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The store in memory, where the scheduler sees each call. */
final class MemoryGround implements Ground {
  private final SimulatedMemory database;
  private final MemoryLeadership leadership;
  private final Sabotage sabotage;
  private final @Nullable UnaryOperator<TransactionalNoteStore> notes;

  /**
   * A kind whose attempts keep steps and await signals.
   *
   * @param ways wraps the stores of steps and signals
   */
  record WithNotes(UnaryOperator<TransactionalNoteStore> ways) implements Kind {
    @Override
    public Ground open(Simulation simulation, Sabotage sabotage) {
      return new MemoryGround(simulation, sabotage, ways);
    }

    @Override
    public boolean hasNotes() {
      return true;
    }
  }

  MemoryGround(Simulation simulation, Sabotage sabotage) {
    this(simulation, sabotage, null);
  }

  private MemoryGround(
      Simulation simulation,
      Sabotage sabotage,
      @Nullable UnaryOperator<TransactionalNoteStore> notes) {
    this.notes = notes;
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
        stores -> {
          Stores all = stores.overrides(new SimulatedOverrideStore(node, database));
          return notes == null
              ? all
              : all.notes(notes.apply(new SimulatedNoteStore(node, database)));
        });
  }
}

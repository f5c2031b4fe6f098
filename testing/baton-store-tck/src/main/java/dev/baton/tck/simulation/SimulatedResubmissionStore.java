package dev.baton.tck.simulation;

import dev.baton.api.Transaction;
import dev.baton.spi.ResubmissionStore;
import dev.baton.spi.RunAgainStore.RunAgainRefusal;
import dev.baton.task.rule.Rerun;
import dev.baton.task.rule.Revision;
import dev.baton.tck.MemoryResubmissionStore;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** One node's access to the database for callers that submit a task again. */
public final class SimulatedResubmissionStore implements ResubmissionStore {
  private final SimulatedTaskStore way;
  private final MemoryResubmissionStore rows;

  public SimulatedResubmissionStore(SimulatedNode node, SimulatedMemory database) {
    this.way = new SimulatedTaskStore(node, database);
    this.rows = new MemoryResubmissionStore(database.rows());
  }

  @Override
  public Standing standing(Transaction transaction, UUID id, boolean committed) {
    return way.inside(
        transaction, Verb.STANDING, List.of(), () -> rows.standing(transaction, id, committed));
  }

  @Override
  public Set<UUID> present(Transaction transaction, List<UUID> ids) {
    return way.inside(transaction, Verb.STANDING, List.of(), () -> rows.present(transaction, ids));
  }

  @Override
  public boolean revise(Transaction transaction, Revision revision) {
    return way.inside(
        transaction, Verb.REVISE, List.of(revision.id()), () -> rows.revise(transaction, revision));
  }

  @Override
  public Optional<RunAgainRefusal> runAgain(Transaction transaction, Rerun rerun) {
    return way.inside(
        transaction, Verb.RUN_AGAIN, List.of(rerun.id()), () -> rows.runAgain(transaction, rerun));
  }
}

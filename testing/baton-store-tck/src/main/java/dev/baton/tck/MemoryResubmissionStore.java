package dev.baton.tck;

import dev.baton.api.Transaction;
import dev.baton.spi.ResubmissionStore;
import dev.baton.spi.RunAgainStore.RunAgainRefusal;
import dev.baton.task.rule.Rerun;
import dev.baton.task.rule.Revision;
import dev.baton.tck.table.FinishedRow;
import dev.baton.tck.table.KeyClaim;
import dev.baton.tck.table.LiveRow;
import dev.baton.tck.table.RowAccess;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Submits tasks of a {@link MemoryTaskStore} again. Thread-safe. */
public final class MemoryResubmissionStore implements ResubmissionStore {
  private final MemoryTaskStore store;
  private final MemoryDatabase database;

  /** Creates a resubmission store on the rows of this store. */
  public MemoryResubmissionStore(MemoryTaskStore store) {
    this.store = store;
    this.database = store.database();
  }

  @Override
  public Standing standing(Transaction transaction, UUID id, boolean committed) {
    RowAccess unit = store.database().own(transaction).overlay();
    return database.atOnce(
        now -> {
          LiveRow live = unit.live(id);
          if (live != null) {
            return new Standing.Live(live.task(), now);
          }
          FinishedRow finished = unit.finished(id);
          return finished == null ? new Standing.Gone() : new Standing.Finished(finished.task());
        });
  }

  @Override
  public Set<UUID> present(Transaction transaction, List<UUID> ids) {
    RowAccess unit = store.database().own(transaction).overlay();
    return database.atOnce(
        now ->
            ids.stream()
                .filter(id -> unit.live(id) != null || unit.finished(id) != null)
                .collect(Collectors.toSet()));
  }

  @Override
  public boolean revise(Transaction transaction, Revision revision) {
    MemoryTransaction own = store.database().own(transaction);
    return database.whenUnlocked(
        own,
        () -> database.othersTouchTasks(own, List.of(revision.id())),
        now -> RowWrites.revise(own.overlay(), revision, now));
  }

  @Override
  public Optional<RunAgainRefusal> runAgain(Transaction transaction, Rerun rerun) {
    MemoryTransaction own = store.database().own(transaction);
    return database.whenUnlocked(
        own,
        () -> {
          FinishedRow row = own.overlay().finished(rerun.id());
          return row != null
              && database.othersTouchKeys(own, row.keys().stream().map(KeyClaim::name).toList());
        },
        now -> RowWrites.runAgain(own.overlay(), rerun, now));
  }
}

package dev.baton.tck.simulation;

import dev.baton.api.Transaction;
import dev.baton.operate.AuditEntry;
import dev.baton.operate.AuditFilter;
import dev.baton.operate.Cursor;
import dev.baton.operate.Page;
import dev.baton.operate.PastAttempt;
import dev.baton.operate.TaskFilter;
import dev.baton.spi.AuditNote;
import dev.baton.spi.FoundTask;
import dev.baton.spi.LimitState;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.RunAgainStore.RunAgainRefusal;
import dev.baton.spi.TaskStore;
import dev.baton.task.row.Candidate;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.NoteCut;
import dev.baton.task.rule.TaskEdit;
import dev.baton.tck.MemoryOperationsStore;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One node's access to the database for operators. Writes go through the given store, as the
 * engine's own writes do. Nothing is audited.
 */
public class SimulatedOperationsStore implements OperationsStore {
  private final SimulatedTaskStore way;
  private final TaskStore moves;
  private final MemoryOperationsStore rows;

  public SimulatedOperationsStore(SimulatedNode node, SimulatedMemory database, TaskStore moves) {
    this.way = new SimulatedTaskStore(node, database);
    this.moves = moves;
    this.rows = database.rows().operations();
  }

  @Override
  public Page<FoundTask> page(TaskFilter filter, @Nullable Cursor after, int limit) {
    return way.read(Verb.FIND, filter, () -> rows.page(filter, after, limit));
  }

  @Override
  public List<UUID> idsBetween(UUID first, UUID last, int limit) {
    return way.read(Verb.FIND, first, () -> rows.idsBetween(first, last, limit));
  }

  @Override
  public List<PastAttempt> attempts(UUID task, int limit) {
    return way.read(Verb.FIND, task, () -> rows.attempts(task, limit));
  }

  @Override
  public Map<UUID, String> latestErrors(Collection<UUID> tasks) {
    return way.read(Verb.FIND, tasks, () -> rows.latestErrors(tasks));
  }

  @Override
  public List<UUID> waiters(UUID task, int limit) {
    return way.read(Verb.FIND, task, () -> rows.waiters(task, limit));
  }

  @Override
  public List<Boolean> apply(List<NotedTransition> transitions) {
    if (transitions.stream().anyMatch(noted -> noted.cut() != NoteCut.Whole.NONE)) {
      List<UUID> ids = transitions.stream().map(noted -> noted.transition().id()).toList();
      return way.write(Verb.APPLY, ids, () -> rows.apply(transitions), done -> ids);
    }
    return moves.apply(transitions.stream().map(NotedTransition::transition).toList());
  }

  @Override
  public boolean edit(TaskEdit edit, AuditNote note) {
    return way.write(Verb.EDIT, edit, () -> rows.edit(edit, note), done -> List.of(edit.id()));
  }

  @Override
  public Optional<RunAgainRefusal> runAgain(
      UUID id, long version, NextPosition placement, NoteCut cut, AuditNote note) {
    return way.write(
        Verb.RUN_AGAIN,
        id,
        () -> rows.runAgain(id, version, placement, cut, note),
        refusal -> List.of(id));
  }

  @Override
  public void note(AuditNote note) {}

  @Override
  public void note(Transaction transaction, AuditNote note) {}

  @Override
  public List<AuditEntry> audit(AuditFilter filter, @Nullable Cursor after, int limit) {
    return way.read(Verb.FIND, filter, () -> rows.audit(filter, after, limit));
  }

  @Override
  public int pruneAudit(Duration olderThan, int limit) {
    return way.read(Verb.PRUNE, olderThan, () -> rows.pruneAudit(olderThan, limit));
  }

  @Override
  public int ahead(Candidate task, int most) {
    return way.read(Verb.FIND, task, () -> rows.ahead(task, most));
  }

  @Override
  public LimitState limit(String name, int most) {
    return way.read(Verb.FIND, name, () -> rows.limit(name, most));
  }
}

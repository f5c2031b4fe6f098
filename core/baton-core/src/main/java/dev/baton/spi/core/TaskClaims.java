package dev.baton.spi.core;

import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.NodeStart;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Claims ready tasks for a node, and renews the leases of claimed tasks. Thread-safe. */
public interface TaskClaims {

  /**
   * Claims the candidates that are still READY with the given version. Skips rows that another
   * transaction has locked.
   *
   * @param owner the owner, which consists of the node's start and the number of this claim
   * @return the claimed tasks with their new positions, in the order of the requests
   */
  List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests);

  /**
   * Renews the leases of claimed tasks, to one lease from now. Never waits for a row that another
   * transaction has locked.
   *
   * @return the tasks that were renewed and the tasks that are busy; the claims of the other fences
   *     no longer own their tasks
   */
  Renewal renew(Duration lease, List<ClaimFence> held);

  /** Returns the ids of the tasks that the claims with these fences still own. Reads only. */
  Set<UUID> confirm(List<ClaimFence> held);

  /**
   * Returns the tasks that, according to the store, any claim of this start of a node owns: ordered
   * by id, after the given id, at most {@code limit}. Returns only {@linkplain Task#outline()
   * outlines}, because the node doesn't run tasks from this result.
   */
  List<Task> heldBy(NodeStart node, @Nullable UUID after, int limit);

  /**
   * A request to claim one candidate.
   *
   * @param lossLimit the largest number of losses that the definition of its type allows. The claim
   *     writes it to the row, so that any node can decide about a later loss
   */
  record ClaimRequest(UUID id, long version, int lossLimit) {}

  /**
   * The result of renewing leases.
   *
   * @param renewed tasks whose lease was renewed
   * @param busy tasks that the node still owns according to committed data, but whose row another
   *     transaction has locked. Their lease was not renewed, so try again soon
   */
  record Renewal(Set<UUID> renewed, Set<UUID> busy) {
    /** Result without any task. */
    public static final Renewal NONE = new Renewal(Set.of(), Set.of());
  }
}

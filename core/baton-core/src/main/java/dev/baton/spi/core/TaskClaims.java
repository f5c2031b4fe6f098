package dev.baton.spi.core;

import dev.baton.task.internal.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.NodeStart;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Takes ready tasks for a node, and keeps what it has taken under leases. Thread-safe. */
public interface TaskClaims {

  /**
   * Claims those of the candidates that are still READY at that version, skipping rows that another
   * transaction has locked.
   *
   * @param owner names the node's start and the number of this claim
   * @return the claimed tasks as they now are, in the order of the requests
   */
  List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests);

  /**
   * Moves the lease end of the held tasks to a lease from now; never waits for a row that another
   * transaction has locked.
   *
   * @return which were renewed, and which are busy; the others are no longer held so
   */
  Renewal renew(Duration lease, List<ClaimFence> held);

  /** The ids of those that are still held exactly so. Reads only. */
  Set<UUID> confirm(List<ClaimFence> held);

  /**
   * Tasks that any claim of this node start holds as far as the store knows, by id, after the given
   * one, {@code limit} at the most. {@linkplain Task#outline() Outlines}: none is run from this
   * answer.
   */
  List<Task> heldBy(NodeStart node, @Nullable UUID after, int limit);

  /**
   * A claim of one candidate.
   *
   * @param lossLimit the losses its type allows, written with the claim so that any node can judge
   *     a later loss
   */
  record ClaimRequest(UUID id, long version, int lossLimit) {}

  /**
   * What became of leases that were to be renewed.
   *
   * @param renewed tasks whose lease lasts longer now
   * @param busy tasks that are still held so, as far as anything is committed, but whose row
   *     another transaction has locked: their lease ends when it did before. Ask again soon
   */
  record Renewal(Set<UUID> renewed, Set<UUID> busy) {
    /** Of nothing. */
    public static final Renewal NONE = new Renewal(Set.of(), Set.of());
  }
}

package dev.baton.spi;

import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.row.Permit;
import dev.baton.task.row.Task;
import dev.baton.task.rule.PermitCount;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Capability of a store of tasks: limits for the whole cluster. Without it, a node has only its own
 * limits. Thread-safe.
 */
public interface LimitStore {

  /**
   * Claims tasks like {@link dev.baton.spi.core.TaskClaims#claim}, in the order of the requests,
   * but only tasks that get all the permits they need. The permits are taken in the same
   * transaction, and only for tasks that are claimed.
   */
  LimitedClaim claimWithin(UUID owner, Duration lease, List<LimitedRequest> requests);

  /** A request to claim a task that needs permits of the cluster. */
  record LimitedRequest(ClaimRequest request, List<Permit> permits) {}

  /**
   * The result of claims that needed permits.
   *
   * @param claimed the claimed tasks with their new positions, in the order of the requests
   * @param refused refusals by the ids of tasks that may be ready but got no permit
   */
  record LimitedClaim(List<Task> claimed, Map<UUID, PermitCount.Refusal> refused) {}
}

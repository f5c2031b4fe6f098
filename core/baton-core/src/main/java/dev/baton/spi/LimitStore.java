package dev.baton.spi;

import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.internal.Permit;
import dev.baton.task.internal.Task;
import dev.baton.task.rule.PermitCount;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A capability of a store of tasks: limits that hold for the whole cluster. Without it, limits are
 * those of a node. Thread-safe.
 */
public interface LimitStore {

  /**
   * Claims, as {@link dev.baton.spi.core.TaskClaims#claim} does, those that get all the permits
   * they need, in the order of the requests. Permits are taken in the same transaction, and of
   * tasks that are claimed only.
   */
  LimitedClaim claimWithin(UUID owner, Duration lease, List<LimitedRequest> requests);

  /** A claim that needs permits of the cluster. */
  record LimitedRequest(ClaimRequest request, List<Permit> permits) {}

  /**
   * What became of claims that needed permits.
   *
   * @param claimed as they now are, in the order of the requests
   * @param refused those that may be ready but got no permit
   */
  record LimitedClaim(List<Task> claimed, Map<UUID, PermitCount.Refusal> refused) {}
}

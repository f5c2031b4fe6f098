package dev.baton.jdbc.task.strategy;

import dev.baton.jdbc.sql.LockedRow;
import dev.baton.jdbc.sql.Rows;
import dev.baton.jdbc.sql.Statements;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Claims and renews on databases whose updates can't return rows. This strategy locks the rows and
 * then writes them, in one transaction.
 */
final class LockingClaims implements SqlStrategy.Claims, SqlStrategy.Leases {
  private final Statements statements;
  private final Rows rows;

  LockingClaims(Statements statements) {
    this.statements = statements;
    this.rows = new Rows(statements.dialect());
  }

  @Override
  public List<Task> claim(
      Connection connection, UUID owner, Duration lease, List<ClaimRequest> requests)
      throws SQLException {
    Map<UUID, LockedRow> locked =
        LockedRow.lock(
            statements,
            connection,
            "lock-unlocked-tasks",
            requests.stream().map(ClaimRequest::id).toList());
    List<ClaimRequest> ready =
        requests.stream().filter(request -> isReady(locked.get(request.id()), request)).toList();
    // Don't claim these tasks, because their rows are damaged. Return these rows as unreadable, so
    // that the engine stops their tasks.
    List<UUID> broken =
        ready.stream().map(ClaimRequest::id).filter(id -> !isWithinBounds(locked.get(id))).toList();
    List<Task> found = statements.byIds(connection, "read-tasks", broken, rows::task);
    found.addAll(
        claimReady(
            connection,
            owner,
            lease,
            ready.stream().filter(request -> !broken.contains(request.id())).toList()));
    return found;
  }

  private List<Task> claimReady(
      Connection connection, UUID owner, Duration lease, List<ClaimRequest> ready)
      throws SQLException {
    Map<Integer, List<UUID>> byLossLimit = new TreeMap<>();
    for (ClaimRequest request : ready) {
      byLossLimit
          .computeIfAbsent(request.lossLimit(), limit -> new ArrayList<>())
          .add(request.id());
    }
    for (Map.Entry<Integer, List<UUID>> each : byLossLimit.entrySet()) {
      statements.updateIds(
          connection,
          "claim-tasks",
          b -> b.uuid(owner).in(lease).small(each.getKey()),
          each.getValue());
    }
    return statements.byIds(
        connection, "read-tasks", ready.stream().map(ClaimRequest::id).toList(), rows::task);
  }

  private static boolean isWithinBounds(@Nullable LockedRow row) {
    return row != null && row.isWithinBounds();
  }

  private static boolean isReady(@Nullable LockedRow row, ClaimRequest request) {
    return row != null
        && row.fence().version() == request.version()
        && row.fence().status() == Status.READY.code();
  }

  @Override
  public Set<UUID> renew(Connection connection, Duration lease, List<ClaimFence> held)
      throws SQLException {
    Map<UUID, LockedRow> locked =
        LockedRow.lock(
            statements,
            connection,
            "lock-unlocked-tasks",
            held.stream().map(ClaimFence::id).distinct().toList());
    List<ClaimFence> kept =
        held.stream().filter(fence -> isHeld(locked.get(fence.id()), fence)).toList();
    statements.each(
        connection,
        "renew-task",
        kept,
        (b, fence) -> b.in(lease).uuid(fence.id()).number(fence.version()).uuid(fence.owner()));
    return ids(kept);
  }

  @Override
  public Set<UUID> confirm(Connection connection, List<ClaimFence> held) throws SQLException {
    Set<ClaimFence> found =
        new HashSet<>(
            statements.byIds(
                connection,
                "read-holds",
                held.stream().map(ClaimFence::id).distinct().toList(),
                row ->
                    new ClaimFence(statements.id(row, 1), row.getLong(2), statements.id(row, 3))));
    return ids(held.stream().filter(found::contains).toList());
  }

  private static boolean isHeld(@Nullable LockedRow row, ClaimFence fence) {
    return row != null
        && row.fence().version() == fence.version()
        && fence.owner().equals(row.fence().owner())
        && row.isWithinBounds();
  }

  private static Set<UUID> ids(List<ClaimFence> fences) {
    Set<UUID> ids = new HashSet<>();
    fences.forEach(fence -> ids.add(fence.id()));
    return ids;
  }
}

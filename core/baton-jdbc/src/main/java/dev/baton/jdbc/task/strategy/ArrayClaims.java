package dev.baton.jdbc.task.strategy;

import dev.baton.jdbc.sql.ArrayBinder;
import dev.baton.jdbc.sql.Binder;
import dev.baton.jdbc.sql.ClaimedRows;
import dev.baton.jdbc.sql.Rows;
import dev.baton.jdbc.sql.SqlFiles;
import dev.baton.jdbc.sql.Statements;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Claims, renews and confirms any number of tasks with one statement each. */
final class ArrayClaims implements SqlStrategy.Claims, SqlStrategy.Leases {
  private final Statements statements;
  private final Rows rows;

  ArrayClaims(Statements statements) {
    this.statements = statements;
    this.rows = new Rows(statements.dialect());
  }

  @Override
  public List<Task> claim(
      Connection connection, UUID owner, Duration lease, List<ClaimRequest> requests)
      throws SQLException {
    ClaimedRows claimed = new ClaimedRows(rows, owner, lease, requests);
    ClaimRequest first = requests.get(0);
    if (requests.stream().allMatch(other -> areAlike(first, other))) {
      return statements.prepared(
          connection,
          "claim-alike",
          b ->
              b.uuids(requests, ClaimRequest::id)
                  .number(first.version())
                  .number(Status.READY.code())
                  .uuid(owner)
                  .number(Binder.microsOf(lease))
                  .number(first.lossLimit()),
          claimed::read);
    }
    return statements.prepared(
        connection,
        "claim",
        b ->
            b.uuids(requests, ClaimRequest::id)
                .longs(requests, ClaimRequest::version)
                .smalls(requests, request -> Status.READY.code())
                .ints(requests, ClaimRequest::lossLimit)
                .uuid(owner)
                .number(Binder.microsOf(lease)),
        claimed::read);
  }

  private static boolean areAlike(ClaimRequest one, ClaimRequest other) {
    return one.version() == other.version() && one.lossLimit() == other.lossLimit();
  }

  @Override
  public Set<UUID> renew(Connection connection, Duration lease, List<ClaimFence> held)
      throws SQLException {
    return statements.ids(
        connection,
        "renew" + SqlFiles.SKIP_LOCKED,
        b -> holds(b.number(Binder.microsOf(lease)), held));
  }

  @Override
  public Set<UUID> confirm(Connection connection, List<ClaimFence> held) throws SQLException {
    return statements.ids(connection, "confirm", b -> holds(b, held));
  }

  private static void holds(ArrayBinder binder, List<ClaimFence> held) throws SQLException {
    binder
        .uuids(held, ClaimFence::id)
        .longs(held, ClaimFence::version)
        .uuids(held, ClaimFence::owner);
  }
}

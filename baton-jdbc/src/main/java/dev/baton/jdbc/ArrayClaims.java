package dev.baton.jdbc;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingInt;

import dev.baton.spi.TaskStore.ClaimRequest;
import dev.baton.task.Hold;
import dev.baton.task.Status;
import dev.baton.task.Task;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Claims, renews and confirms any number of tasks by one statement each. */
final class ArrayClaims implements Verbs.Claims, Verbs.Leases {
  private final Statements statements;
  private final BulkClaims bulk;
  private final Rows rows;
  private final MissedClaims missed = new MissedClaims();

  ArrayClaims(Statements statements, BulkClaims bulk) {
    this.statements = statements;
    this.bulk = bulk;
    this.rows = new Rows(statements.dialect());
  }

  @Override
  public void oldestServed(int version) {
    bulk.allowFrom(version);
  }

  @Override
  public List<Task> claim(
      Connection connection, UUID owner, Duration lease, List<ClaimRequest> requests)
      throws SQLException {
    List<Task> claimed = claimUntouched(connection, owner, lease, requests);
    Set<UUID> ids = claimed.stream().map(Task::id).collect(Collectors.toSet());
    List<ClaimRequest> left =
        requests.stream().filter(request -> !ids.contains(request.id())).toList();
    // Where many are claimed there is a backlog, and none of it is urgent by the millisecond.
    List<ClaimRequest> close = requests.size() < BulkClaims.LEAST ? left : missed.again(left);
    if (!close.isEmpty()) {
      claimed.addAll(claim(connection, "claim", owner, lease, close));
    }
    return claimed;
  }

  private List<Task> claimUntouched(
      Connection connection, UUID owner, Duration lease, List<ClaimRequest> requests)
      throws SQLException {
    if (!areAlike(requests)) {
      return claim(connection, "claim-plain" + SqlFiles.UNTOUCHED, owner, lease, requests);
    }
    if (!bulk.suits(requests.size())) {
      return claimAlike(connection, owner, lease, requests);
    }
    List<Task> claimed = claimBulk(connection, owner, lease, requests);
    bulk.claimed(owner, claimed.size());
    return claimed;
  }

  private List<Task> claim(
      Connection connection, String verb, UUID owner, Duration lease, List<ClaimRequest> requests)
      throws SQLException {
    ClaimedRows claimed = new ClaimedRows(rows, owner, lease, requests);
    return statements.arrays(
        connection,
        verb,
        b ->
            b.uuids(requests, ClaimRequest::id)
                .longs(requests, ClaimRequest::version)
                .smalls(requests, request -> Status.SUBMITTED.code())
                .ints(requests, ClaimRequest::lossLimit)
                .uuid(owner)
                .number(Micros.of(lease)),
        claimed::read);
  }

  private static boolean areAlike(List<ClaimRequest> requests) {
    ClaimRequest first = requests.get(0);
    return requests.stream()
        .allMatch(
            other -> other.version() == first.version() && other.lossLimit() == first.lossLimit());
  }

  private List<Task> claimAlike(
      Connection connection, UUID owner, Duration lease, List<ClaimRequest> requests)
      throws SQLException {
    ClaimedRows claimed = new ClaimedRows(rows, owner, lease, requests);
    return statements.prepared(
        connection,
        "claim-alike" + SqlFiles.UNTOUCHED,
        b -> alike(b.uuid(owner).number(Micros.of(lease)), requests),
        claimed::read);
  }

  private List<Task> claimBulk(
      Connection connection, UUID owner, Duration lease, List<ClaimRequest> requests)
      throws SQLException {
    ClaimedRows claimed = new ClaimedRows(rows, owner, lease, requests);
    return statements.prepared(
        connection,
        "claim-bulk" + SqlFiles.UNTOUCHED,
        b ->
            alike(
                b.uuids(bulk.takeOver(), over -> over)
                    .number(Micros.of(lease))
                    .uuids(requests, ClaimRequest::id)
                    .uuid(owner)
                    .uuid(owner),
                requests),
        claimed::read);
  }

  private static void alike(ArrayBinder binder, List<ClaimRequest> requests) throws SQLException {
    ClaimRequest any = requests.get(0);
    binder
        .number(any.lossLimit())
        .uuids(requests, ClaimRequest::id)
        .number(any.version())
        .number(Status.SUBMITTED.code());
  }

  @Override
  public Set<UUID> renew(Connection connection, Duration lease, List<Hold> held)
      throws SQLException {
    Set<UUID> renewed =
        statements.ids(
            connection, "renew" + SqlFiles.FREE, b -> holds(b.number(Micros.of(lease)), held));
    held.stream()
        .filter(hold -> renewed.contains(hold.id()))
        .collect(groupingBy(Hold::owner, summingInt(hold -> 1)))
        .forEach(bulk::letGo);
    return renewed;
  }

  @Override
  public Set<UUID> confirm(Connection connection, List<Hold> held) throws SQLException {
    return statements.ids(connection, "confirm", b -> holds(b, held));
  }

  private static void holds(ArrayBinder binder, List<Hold> held) throws SQLException {
    binder.uuids(held, Hold::id).longs(held, Hold::version).uuids(held, Hold::owner);
  }
}

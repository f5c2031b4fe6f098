package dev.baton.jdbc.sql;

import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows that a claim returns. The query doesn't select columns that the claimer already
 * knows. A time that is equal in all rows is parsed only once. Sending the rows is a fifth of what
 * a claim costs the server, so this matters. Not thread-safe.
 */
public final class ClaimedRows {
  /**
   * The columns that a claim returns. The due time is usually equal to the creation time. Then NULL
   * is sent instead.
   */
  static final String COLUMNS =
      "t.id, t.attempts, t.losses, t.last_outcome, t.state, t.data, t.last_action, t.created_at,"
          + " t.last_change, NULLIF(t.run_at, t.created_at), "
          + Rows.SPEC;

  private final Rows rows;
  private final UUID owner;
  private final Duration lease;
  private final Map<UUID, ClaimRequest> requests = new HashMap<>();
  private String actionText = "";
  private Instant action = Instant.EPOCH;

  public ClaimedRows(Rows rows, UUID owner, Duration lease, List<ClaimRequest> requests) {
    this.rows = rows;
    this.owner = owner;
    this.lease = lease;
    requests.forEach(request -> this.requests.put(request.id(), request));
  }

  public Task read(ResultSet found) throws SQLException {
    UUID id = rows.id(found, 1);
    ClaimRequest request = requests.get(id);
    if (request == null) {
      throw new SQLException("The claim returned task " + id + ", which was not requested");
    }
    Instant claimedAt = claimedAt(found);
    RowReader row = rows.reader(found);
    if (request.version() < 1) {
      row.fault("version is " + request.version() + ", less than 1");
    }
    Instant createdAt = row.time(8, "created_at");
    Position position =
        new Position(
            Status.RUNNING,
            Math.max(1, request.version() + 1),
            owner,
            orElse(row.timeOrNull(10, "run_at"), createdAt),
            claimedAt.plus(lease),
            new Position.Counts(
                row.number(2, "attempts", 1, LockedRow.MAX_COUNT),
                row.number(3, "losses", 0, LockedRow.MAX_COUNT),
                request.lossLimit(),
                Rows.lastOutcome(row, 4)),
            row.text(5, "state"),
            row.bytes(6));
    return new Task(
        id,
        Rows.spec(row, 11),
        position,
        createdAt,
        orElse(row.timeOrNull(9, "last_change"), createdAt),
        claimedAt,
        row.fault(request.version() + 1));
  }

  private Instant claimedAt(ResultSet found) throws SQLException {
    String text = found.getString(7);
    if (!actionText.equals(text)) {
      action = rows.time(found, 7);
      actionText = text;
    }
    return action;
  }

  private static Instant orElse(@Nullable Instant time, Instant otherwise) {
    return time == null ? otherwise : time;
  }
}

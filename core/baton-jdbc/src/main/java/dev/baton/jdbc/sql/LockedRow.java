package dev.baton.jdbc.sql;

import dev.baton.task.rule.Guard;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A live row that this transaction has locked. Values that are checked here can't change before the
 * transaction writes them.
 *
 * @param claimedAt when the owner claimed the task; null if it has no owner
 */
public record LockedRow(
    UUID id,
    Fence fence,
    AttemptCounts counts,
    boolean keyed,
    boolean awaited,
    int priority,
    @Nullable Instant claimedAt) {

  /** The values that a {@link Guard} compares. */
  public record Fence(long version, int status, @Nullable UUID owner, boolean timeIsUp) {}

  /** The counts of the task's attempts so far. */
  public record AttemptCounts(int attempts, int losses, int lastOutcome) {}

  /** Limits that no task normally reaches. Larger values could not be stored. */
  static final int MAX_COUNT = 2_000_000_000;

  static final long MAX_VERSION = 9_000_000_000_000_000_000L;

  private static final int VERSION_OF_FIRST_CLAIM = 2;

  /** Locks the tasks that exist, in the order of their ids. */
  public static Map<UUID, LockedRow> lock(
      Statements statements, Connection connection, String sqlName, List<UUID> ids)
      throws SQLException {
    Map<UUID, LockedRow> locked = new HashMap<>();
    for (LockedRow row :
        statements.byIds(connection, sqlName, ids, rows -> read(statements, rows))) {
      locked.put(row.id, row);
    }
    return locked;
  }

  /** Reads the rows as they are committed now, without locking them. */
  public static Map<UUID, LockedRow> look(
      Statements statements, Connection connection, List<UUID> ids) throws SQLException {
    return lock(statements, connection, "read-fences", ids);
  }

  private static LockedRow read(Statements statements, ResultSet rows) throws SQLException {
    return new LockedRow(
        statements.id(rows, 1),
        new Fence(
            rows.getLong(2),
            rows.getInt(3),
            statements.dialect().readUuid(rows, 4),
            rows.getInt(5) == 1),
        new AttemptCounts(rows.getInt(7), rows.getInt(8), rows.getInt(9)),
        rows.getBoolean(6),
        rows.getBoolean(10),
        rows.getInt(11),
        statements.dialect().readInstant(rows, 12));
  }

  /**
   * Returns whether the numbers in the row are ones that Baton could have written. If not, a check
   * of the table would refuse the row's update, and with it the whole batch.
   */
  public boolean isWithinBounds() {
    return fence.version >= 1
        && fence.version <= MAX_VERSION
        && counts.attempts >= 0
        && counts.attempts <= MAX_COUNT
        && counts.losses >= 0
        && counts.losses <= MAX_COUNT
        && priority >= 0
        && priority <= FlowCursor.LOWEST_PRIORITY;
  }

  public boolean fits(Guard guard) {
    return fence.version == guard.version()
        && fence.status == guard.status().code()
        && Objects.equals(fence.owner, guard.owner())
        && (fence.timeIsUp || !guard.timeIsUp());
  }

  /**
   * Returns whether the task may have an attempt in its history. The counts of the task alone don't
   * show this, because they may have been reset.
   */
  public boolean wasTried() {
    return fence.version > VERSION_OF_FIRST_CLAIM
        || counts.attempts > 1
        || counts.losses > 0
        || counts.lastOutcome > 0;
  }
}

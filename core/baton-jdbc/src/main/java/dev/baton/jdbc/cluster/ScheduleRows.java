package dev.baton.jdbc.cluster;

import dev.baton.api.TaskRequest;
import dev.baton.api.internal.RequestFields;
import dev.baton.jdbc.dialect.Dialect;
import dev.baton.jdbc.sql.StoredText;
import dev.baton.schedule.Missed;
import dev.baton.schedule.Overlap;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleState;
import dev.baton.schedule.Timing;
import dev.baton.task.Bytes;
import dev.baton.task.row.TaskTraits;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads schedules. All SQL statements for schedules have the same order of columns. Stateless. */
final class ScheduleRows {
  private static final int NOW = 24;

  /**
   * Name of the entry that contains the earlier runs. It is stored with the traits of the tasks,
   * because each run writes these anyway. A node of a version that doesn't know this entry copies
   * it to its tasks, which does no harm.
   */
  private static final String EARLIER = "earlier";

  private final Dialect dialect;

  ScheduleRows(Dialect dialect) {
    this.dialect = dialect;
  }

  ScheduleState state(ResultSet rows) throws SQLException {
    return new ScheduleState(
        schedule(rows),
        rows.getLong(14),
        rows.getBoolean(15),
        dialect.readInstant(rows, 16),
        dialect.readInstant(rows, 17),
        new ScheduleState.Past(
            dialect.readInstant(rows, 18),
            dialect.readUuid(rows, 19),
            earlier(rows),
            rows.getLong(20),
            rows.getLong(21)),
        dialect.readUuid(rows, 22));
  }

  /** Reads the time of the store's clock, from the column after the schedule's own columns. */
  Instant now(ResultSet rows) throws SQLException {
    Instant now = dialect.readInstant(rows, NOW);
    if (now == null) {
      throw new SQLException("Column " + NOW + " contains no time");
    }
    return now.truncatedTo(ChronoUnit.MICROS);
  }

  private static Schedule schedule(ResultSet rows) throws SQLException {
    return Schedule.of(rows.getString(1), Timing.of(rows.getString(2)))
        .missed(missed(rows.getInt(3)))
        .overlap(overlap(rows.getInt(4)))
        .jitter(Duration.of(rows.getLong(5), ChronoUnit.MICROS))
        .adds(request(rows));
  }

  private static TaskRequest<?, ?> request(ResultSet rows) throws SQLException {
    byte @Nullable [] payload = rows.getBytes(13);
    TaskRequest<?, ?> request =
        RequestFields.request(rows.getString(6), payload == null ? null : Bytes.of(payload))
            .key(rows.getString(9))
            .priority(rows.getInt(10))
            .state(rows.getString(11));
    String subType = rows.getString(7);
    request = subType == null ? request : request.subType(subType);
    String bucket = rows.getString(8);
    request = bucket == null ? request : request.bucket(bucket);
    for (Map.Entry<String, String> entry : StoredText.toContext(rows.getString(12)).entrySet()) {
      request = request.context(entry.getKey(), entry.getValue());
    }
    Map<String, String> traits = new TreeMap<>(StoredText.toContext(rows.getString(23)));
    traits.remove(EARLIER);
    return RequestFields.withTraits(request, new TaskTraits(traits));
  }

  private static List<UUID> earlier(ResultSet rows) throws SQLException {
    String ids = StoredText.toContext(rows.getString(23)).getOrDefault(EARLIER, "");
    return ids.isEmpty() ? List.of() : Stream.of(ids.split(" ")).map(UUID::fromString).toList();
  }

  /** Returns the content of the traits column: the traits of the tasks and the earlier runs. */
  static Map<String, String> traits(ScheduleState state) {
    Map<String, String> traits =
        new TreeMap<>(RequestFields.of(state.schedule().request()).traits().entries());
    if (!state.past().earlierTasks().isEmpty()) {
      String ids =
          state.past().earlierTasks().stream().map(UUID::toString).collect(Collectors.joining(" "));
      traits.put(EARLIER, ids);
    }
    return traits;
  }

  static int codeOf(Missed missed) {
    return switch (missed) {
      case SKIP -> 0;
      case ONCE -> 1;
      case ALL -> 2;
    };
  }

  static int codeOf(Overlap overlap) {
    return switch (overlap) {
      case SKIP -> 0;
      case QUEUE -> 1;
      case ALLOW -> 2;
    };
  }

  /**
   * Returns the policy with this code. A newer Baton may have added an unknown one, which is read
   * as the default, so that the other rows stay readable.
   */
  private static Missed missed(int code) {
    return code == 0 ? Missed.SKIP : code == 2 ? Missed.ALL : Missed.ONCE;
  }

  private static Overlap overlap(int code) {
    return code == 1 ? Overlap.QUEUE : code == 2 ? Overlap.ALLOW : Overlap.SKIP;
  }
}

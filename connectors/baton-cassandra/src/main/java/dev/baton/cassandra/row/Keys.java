package dev.baton.cassandra.row;

import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.Shards;
import dev.baton.operate.TimeRange;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.spi.StatisticsStore.Minute;
import dev.baton.spi.core.ReadyTasks.ReadyPlace;
import dev.baton.spi.core.TaskSweeps.SweepPlace;
import dev.baton.spi.incident.IncidentTopic;
import dev.baton.task.Flow;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Builds the key of each row in its shard. Stored data depends on these keys, so they never change.
 */
public final class Keys {
  private static final RowKey TASKS = RowKey.of(1);
  private static final RowKey READY = RowKey.of(2);
  private static final RowKey TIMES = RowKey.of(3);
  private static final RowKey NOTES = RowKey.of(4);
  private static final RowKey SCHEDULES = RowKey.of(5);
  private static final RowKey NODES = RowKey.of(6);
  private static final RowKey PAUSES = RowKey.of(7);
  private static final RowKey ATTEMPTS = RowKey.of(8);
  private static final RowKey ENDED = RowKey.of(9);
  private static final RowKey STANDING = RowKey.of(10);
  private static final RowKey AUDIT = RowKey.of(11);
  private static final RowKey MINUTES = RowKey.of(12);
  private static final RowKey SIGNALS = RowKey.of(13);
  private static final RowKey LIMITS = RowKey.of(14);
  private static final RowKey OVERRIDES = RowKey.of(15);
  private static final RowKey INCIDENTS = RowKey.of(16);
  private static final RowKey WAITS = RowKey.of(17);

  /** Used in place of a status: finished tasks that are kept, and other rows that expire. */
  private static final int KEPT = 9;

  private static final int NOTED = 10;
  private static final int LOOKED_AT = 11;

  private static final int MAX_READY_GROUPS = 24;
  private static final int MAX_TIME_GROUPS = 8;
  private static final int MAX_STATUSES = 3;

  /** Length of the part after the group in a ready task's key: its time of arrival and its id. */
  private static final int BEHIND_A_GROUP = 3 * Long.BYTES;

  private static final int KIND_AND_STATUS = 2;

  private Keys() {}

  /** Returns the key of the task's own row. */
  public static RowKey task(UUID id) {
    return TASKS.id(id);
  }

  /**
   * Returns the prefix of all ready tasks of the bucket, in the order of flow, priority, arrival
   * and id.
   */
  public static RowKey bucket(String bucket) {
    return READY.text(bucket);
  }

  /** Returns the range of all ready tasks. */
  public static Shards.Range ready() {
    return Shards.Range.of(READY);
  }

  /** Returns the prefix of the ready tasks of a type in a bucket. */
  public static RowKey type(String bucket, String type) {
    return bucket(bucket).text(type);
  }

  /** Returns the prefix of the ready tasks of a flow. */
  public static RowKey flow(String bucket, Flow flow) {
    return type(bucket, flow.type()).text(flow.key());
  }

  /** Returns the prefix of the ready tasks of a flow and priority. */
  public static RowKey group(String bucket, Flow flow, int priority) {
    return flow(bucket, flow).number(priority);
  }

  /** Returns the key of a position in a group. */
  public static RowKey place(RowKey group, ReadyPlace place) {
    return group.time(place.arrivedAt()).id(place.id());
  }

  /** Returns the group of a ready task. */
  public static RowKey groupOf(RowKey ready) {
    return ready.beginning(ready.length() - BEHIND_A_GROUP);
  }

  static RowKey ready(Candidate task) {
    return place(group(task.bucket(), task.flow(), task.priority()), ReadyPlace.of(task));
  }

  /** Returns the index entry of a ready task: its version and the time when it became ready. */
  static byte[] versionAndTime(Task task) {
    Instant since = task.readySince();
    return ByteBuffer.allocate(2 * Long.BYTES + Integer.BYTES)
        .putLong(task.position().version())
        .putLong(since.getEpochSecond())
        .putInt(since.getNano())
        .array();
  }

  /** Returns the time at which the task of an index entry became ready. */
  public static Instant readySince(Shards.ShardRow found) {
    ByteBuffer value = ByteBuffer.wrap(found.row().value());
    value.getLong();
    return Instant.ofEpochSecond(value.getLong(), value.getInt());
  }

  /** Returns the task of an entry in the index of ready tasks. */
  public static Candidate candidate(Shards.ShardRow found) {
    RowKey.Parts parts = found.key().parts();
    String bucket = parts.text();
    Flow flow = new Flow(parts.text(), parts.text());
    int priority = parts.number();
    Instant arrivedAt = parts.time();
    long version = ByteBuffer.wrap(found.row().value()).getLong();
    return new Candidate(found.key().lastId(), version, bucket, flow, priority, arrivedAt);
  }

  static RowKey time(Status status, Instant time, UUID id) {
    return TIMES.number(status.code()).time(time).id(id);
  }

  static RowKey end(Instant time, UUID id) {
    return TIMES.number(KEPT).time(time).id(id);
  }

  /** Returns the tasks of this status after the position, up to and including that time. */
  public static Shards.Range times(Status status, SweepPlace from, Instant until) {
    RowKey all = TIMES.number(status.code());
    UUID after = from.after();
    return after == null
        ? between(all, from.time(), until)
        : new Shards.Range(all.time(from.time()).id(after).end(), all.time(until).end());
  }

  /** Returns the tasks of this status whose time is before this one. */
  public static Shards.Range timesBefore(Status status, Instant time) {
    RowKey all = TIMES.number(status.code());
    return new Shards.Range(all, all.time(time));
  }

  /** Returns the tasks of this status whose time is later than this one. */
  public static Shards.Range timesAfter(Status status, Instant time) {
    RowKey all = TIMES.number(status.code());
    return new Shards.Range(all.time(time).end(), all.end());
  }

  /** Returns all tasks of this status, by their times. */
  public static Shards.Range times(Status status) {
    return Shards.Range.of(TIMES.number(status.code()));
  }

  /** Returns the key of a schedule. */
  public static RowKey schedule(String name) {
    return SCHEDULES.text(name);
  }

  /** Returns the schedules after a name, in the order of their names. */
  public static Shards.Range schedules(@Nullable String after) {
    return new Shards.Range(after == null ? SCHEDULES : schedule(after).end(), SCHEDULES.end());
  }

  /** Returns the key of a limit of the cluster. */
  public static RowKey limit(String name) {
    return LIMITS.text(name);
  }

  /** Returns the limits of the cluster after a key, in the order of their names. */
  public static Shards.Range limits(@Nullable RowKey after) {
    return new Shards.Range(after == null ? LIMITS : after.next(), LIMITS.end());
  }

  /** Returns the name of a limit. */
  public static String limitName(RowKey key) {
    return key.parts().text();
  }

  /** Returns the key of a node. */
  public static RowKey node(UUID node) {
    return NODES.id(node);
  }

  /** Returns the range of all nodes. */
  public static Shards.Range nodes() {
    return Shards.Range.of(NODES);
  }

  /** Returns the key of a pause. */
  public static RowKey pause(Pause pause) {
    return maybe(maybe(maybe(PAUSES, pause.bucket()), pause.type()), pause.key());
  }

  private static RowKey maybe(RowKey before, @Nullable String text) {
    return text == null ? before.number(0) : before.number(1).text(text);
  }

  /** Returns the range of all pauses. */
  public static Shards.Range pauses() {
    return Shards.Range.of(PAUSES);
  }

  /** Returns the key of an override. */
  public static RowKey override(OverrideTarget target) {
    return OVERRIDES.text(target.kind().name()).text(target.name());
  }

  /** Returns the range of all overrides. */
  public static Shards.Range overrides() {
    return Shards.Range.of(OVERRIDES);
  }

  /** Returns the key of an incident. */
  public static RowKey incident(IncidentTopic topic) {
    return INCIDENTS.text(topic.kind().name()).text(topic.name());
  }

  /** Returns the range of all incidents. */
  public static Shards.Range incidents() {
    return Shards.Range.of(INCIDENTS);
  }

  /** Returns the key of a task's notes. */
  public static RowKey notes(UUID task) {
    return NOTES.id(task);
  }

  /** Returns the key of the value of a signal that was sent to a task. */
  static RowKey signal(UUID task, String name, int number) {
    return SIGNALS.id(task).text(name).count(number);
  }

  static RowKey notesAt(Instant time, UUID task) {
    return TIMES.number(NOTED).time(time).id(task);
  }

  /** Returns the entries of notes that pruning checks up to this time. */
  public static Shards.Range notesUntil(Instant time) {
    return between(TIMES.number(NOTED), Instant.EPOCH, time);
  }

  /** Returns the key of a task's waits. */
  public static RowKey waits(UUID task) {
    return WAITS.id(task);
  }

  /** Returns the range of all tasks' waits. */
  public static Shards.Range waits() {
    return Shards.Range.of(WAITS);
  }

  static RowKey look(Instant time, UUID task) {
    return TIMES.number(LOOKED_AT).time(time).id(task);
  }

  /** Returns the entries of waiting tasks that are checked up to this time. */
  public static Shards.Range looksUntil(Instant time) {
    return between(TIMES.number(LOOKED_AT), Instant.EPOCH, time);
  }

  /** Returns the entries of rows that expire up to this time. */
  public static Shards.Range ends(Instant until) {
    return between(TIMES.number(KEPT), Instant.EPOCH, until);
  }

  private static Shards.Range between(RowKey group, Instant since, Instant until) {
    // No task has an earlier time, and the requested time may be the earliest possible one.
    Instant first = since.isBefore(Instant.EPOCH) ? Instant.EPOCH : since;
    return new Shards.Range(group.time(first), group.time(until).end());
  }

  private static RowKey statusOf(RowKey key) {
    return key.beginning(KIND_AND_STATUS);
  }

  /** Returns the key of an attempt of a task. */
  static RowKey attempt(UUID task, long number) {
    return ATTEMPTS.id(task).count(number);
  }

  /** Returns the index key of a live task without a next event. */
  static RowKey standing(Status status, UUID id) {
    return STANDING.number(status.code()).id(id);
  }

  /** Returns the live tasks of this status without a next event. */
  public static Shards.Range standing(Status status) {
    return Shards.Range.of(STANDING.number(status.code()));
  }

  /** Returns the index key of a finished task that is kept. */
  public static RowKey ended(Status status, Instant at, UUID id) {
    return ENDED.number(status.code()).time(at).id(id);
  }

  /** Returns the finished tasks of this status that ended in this time range. */
  public static Shards.Range ended(Status status, TimeRange when) {
    return within(ENDED.number(status.code()), when);
  }

  /** Returns the key of an audit entry. */
  public static RowKey audit(Instant at, UUID id) {
    return AUDIT.time(at).id(id);
  }

  /** Returns the audit entries of this time range. */
  public static Shards.Range audit(TimeRange when) {
    return within(AUDIT, when);
  }

  /** Returns the audit entries up to and including this time. */
  public static Shards.Range auditBefore(Instant time) {
    return between(AUDIT, Instant.EPOCH, time);
  }

  private static Shards.Range within(RowKey group, TimeRange when) {
    return new Shards.Range(
        when.from() == null ? group : group.time(when.from()),
        when.to() == null ? group.end() : group.time(when.to()));
  }

  /** Returns the key of a node's statistics of a minute. */
  public static RowKey minute(Minute minute, UUID node) {
    return MINUTES.count(minute.number()).id(node).text(minute.bucket()).text(minute.type());
  }

  /** Returns the range of the statistics from one minute to another, without the last. */
  public static Shards.Range minutes(long from, long to) {
    return new Shards.Range(MINUTES.count(from), MINUTES.count(to));
  }

  /** Returns the time before the id at the end of a key. */
  public static Instant timeBeforeId(RowKey key) {
    return key.beginning(key.length() - 2 * Long.BYTES).lastTime();
  }

  /** Returns the areas in which rows are added and removed continually. */
  public static List<Shards.Area> areas() {
    return List.of(
        new Shards.Area(READY, Keys::groupOf, MAX_READY_GROUPS),
        new Shards.Area(TIMES, Keys::statusOf, MAX_TIME_GROUPS),
        new Shards.Area(ENDED, Keys::statusOf, MAX_STATUSES),
        new Shards.Area(STANDING, Keys::statusOf, MAX_STATUSES),
        new Shards.Area(AUDIT, key -> AUDIT, 1),
        new Shards.Area(MINUTES, key -> MINUTES, 1));
  }
}

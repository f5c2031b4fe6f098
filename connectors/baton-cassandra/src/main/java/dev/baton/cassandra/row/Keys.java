package dev.baton.cassandra.row;

import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.Shards;
import dev.baton.cluster.Pause;
import dev.baton.operate.TimeRange;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.spi.StatisticsStore.Minute;
import dev.baton.spi.core.ReadyTasks.Place;
import dev.baton.spi.core.TaskSweeps.SweepPlace;
import dev.baton.spi.incident.IncidentTopic;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import dev.baton.task.Status;
import dev.baton.task.internal.Task;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Where each row stands in its shard. What is stored depends on it: it never changes. */
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

  /** In place of a status: finished tasks that are kept, and whatever else ends by itself. */
  private static final int KEPT = 9;

  private static final int NOTED = 10;
  private static final int LOOKED_AT = 11;

  private static final int MAX_READY_GROUPS = 24;
  private static final int MAX_TIME_GROUPS = 8;
  private static final int MAX_STATUSES = 3;

  /** Behind the group, a ready task has its time of arrival and its id. */
  private static final int BEHIND_A_GROUP = 3 * Long.BYTES;

  private static final int KIND_AND_STATUS = 2;

  private Keys() {}

  /** The task's own row. */
  public static RowKey task(UUID id) {
    return TASKS.id(id);
  }

  /** All ready tasks of the bucket, in the order of flow, priority, arrival and id. */
  public static RowKey bucket(String bucket) {
    return READY.text(bucket);
  }

  /** All ready tasks. */
  public static Shards.Range ready() {
    return Shards.Range.of(READY);
  }

  /** The ready tasks of a type in a bucket. */
  public static RowKey type(String bucket, String type) {
    return bucket(bucket).text(type);
  }

  /** The ready tasks of a flow. */
  public static RowKey flow(String bucket, Flow flow) {
    return type(bucket, flow.type()).text(flow.key());
  }

  /** The ready tasks of a flow and priority. */
  public static RowKey group(String bucket, Flow flow, int priority) {
    return flow(bucket, flow).number(priority);
  }

  /** A place in a group. */
  public static RowKey place(RowKey group, Place place) {
    return group.time(place.arrivedAt()).id(place.id());
  }

  /** The group of a ready task. */
  public static RowKey groupOf(RowKey ready) {
    return ready.beginning(ready.length() - BEHIND_A_GROUP);
  }

  static RowKey ready(Candidate task) {
    return place(group(task.bucket(), task.flow(), task.priority()), Place.of(task));
  }

  /** Value of a ready task's index entry: its version, and since when it is ready. */
  static byte[] versionAndTime(Task task) {
    Instant since = task.readySince();
    return ByteBuffer.allocate(2 * Long.BYTES + Integer.BYTES)
        .putLong(task.position().version())
        .putLong(since.getEpochSecond())
        .putInt(since.getNano())
        .array();
  }

  /** Returns since when the task of an index entry is ready. */
  public static Instant readySince(Shards.Found found) {
    ByteBuffer value = ByteBuffer.wrap(found.row().value());
    value.getLong();
    return Instant.ofEpochSecond(value.getLong(), value.getInt());
  }

  /** The task that stands in the index of ready ones. */
  public static Candidate candidate(Shards.Found found) {
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

  /** The tasks of this status behind the place, up to that time, which is included. */
  public static Shards.Range times(Status status, SweepPlace from, Instant until) {
    RowKey all = TIMES.number(status.code());
    UUID after = from.after();
    return after == null
        ? between(all, from.time(), until)
        : new Shards.Range(all.time(from.time()).id(after).end(), all.time(until).end());
  }

  /** The tasks of this status whose time lies before this one. */
  public static Shards.Range timesBefore(Status status, Instant time) {
    RowKey all = TIMES.number(status.code());
    return new Shards.Range(all, all.time(time));
  }

  /** The tasks of this status whose time is later than this one. */
  public static Shards.Range timesAfter(Status status, Instant time) {
    RowKey all = TIMES.number(status.code());
    return new Shards.Range(all.time(time).end(), all.end());
  }

  /** All tasks of this status, by their times. */
  public static Shards.Range times(Status status) {
    return Shards.Range.of(TIMES.number(status.code()));
  }

  /** A schedule. */
  public static RowKey schedule(String name) {
    return SCHEDULES.text(name);
  }

  /** The schedules, in the order of their names. */
  public static Shards.Range schedules(@Nullable String after) {
    return new Shards.Range(after == null ? SCHEDULES : schedule(after).end(), SCHEDULES.end());
  }

  /** Where a limit of the cluster stands. */
  public static RowKey limit(String name) {
    return LIMITS.text(name);
  }

  /** The limits of the cluster, in the order of their names. */
  public static Shards.Range limits(@Nullable RowKey after) {
    return new Shards.Range(after == null ? LIMITS : after.next(), LIMITS.end());
  }

  /** The name of a limit. */
  public static String limitName(RowKey key) {
    return key.parts().text();
  }

  /** What a node says of itself. */
  public static RowKey node(UUID node) {
    return NODES.id(node);
  }

  /** All nodes. */
  public static Shards.Range nodes() {
    return Shards.Range.of(NODES);
  }

  /** A pause. */
  public static RowKey pause(Pause pause) {
    return maybe(maybe(maybe(PAUSES, pause.bucket()), pause.type()), pause.key());
  }

  private static RowKey maybe(RowKey before, @Nullable String text) {
    return text == null ? before.number(0) : before.number(1).text(text);
  }

  /** All pauses. */
  public static Shards.Range pauses() {
    return Shards.Range.of(PAUSES);
  }

  /** A number that is set at run time. */
  public static RowKey override(OverrideTarget target) {
    return OVERRIDES.text(target.kind().name()).text(target.name());
  }

  /** All numbers that are set at run time. */
  public static Shards.Range overrides() {
    return Shards.Range.of(OVERRIDES);
  }

  /** An incident. */
  public static RowKey incident(IncidentTopic topic) {
    return INCIDENTS.text(topic.kind().name()).text(topic.type());
  }

  /** All incidents. */
  public static Shards.Range incidents() {
    return Shards.Range.of(INCIDENTS);
  }

  /** What is noted beside a task. */
  public static RowKey notes(UUID task) {
    return NOTES.id(task);
  }

  /** The value of a signal that was sent to a task by name. */
  static RowKey signal(UUID task, String name, int number) {
    return SIGNALS.id(task).text(name).count(number);
  }

  static RowKey notesAt(Instant time, UUID task) {
    return TIMES.number(NOTED).time(time).id(task);
  }

  /** The notes that pruning looks at until then. */
  public static Shards.Range notesUntil(Instant time) {
    return between(TIMES.number(NOTED), Instant.EPOCH, time);
  }

  /** What a task waits or waited for. */
  public static RowKey waits(UUID task) {
    return WAITS.id(task);
  }

  /** What all tasks wait or waited for. */
  public static Shards.Range waits() {
    return Shards.Range.of(WAITS);
  }

  static RowKey look(Instant time, UUID task) {
    return TIMES.number(LOOKED_AT).time(time).id(task);
  }

  /** The waiting tasks that are looked at until then. */
  public static Shards.Range looksUntil(Instant time) {
    return between(TIMES.number(LOOKED_AT), Instant.EPOCH, time);
  }

  /** What ends until then. */
  public static Shards.Range ends(Instant until) {
    return between(TIMES.number(KEPT), Instant.EPOCH, until);
  }

  private static Shards.Range between(RowKey group, Instant since, Instant until) {
    // No task has an earlier time, and what is asked may be as early as can be said.
    Instant first = since.isBefore(Instant.EPOCH) ? Instant.EPOCH : since;
    return new Shards.Range(group.time(first), group.time(until).end());
  }

  private static RowKey statusOf(RowKey key) {
    return key.beginning(KIND_AND_STATUS);
  }

  /** How an attempt of a task ended. */
  static RowKey attempt(UUID task, long number) {
    return ATTEMPTS.id(task).count(number);
  }

  /** A live task that no time moves. */
  static RowKey standing(Status status, UUID id) {
    return STANDING.number(status.code()).id(id);
  }

  /** The live tasks of this status that no time moves. */
  public static Shards.Range standing(Status status) {
    return Shards.Range.of(STANDING.number(status.code()));
  }

  /** A finished task that is kept. */
  public static RowKey ended(Status status, Instant at, UUID id) {
    return ENDED.number(status.code()).time(at).id(id);
  }

  /** The finished tasks of this status that ended then. */
  public static Shards.Range ended(Status status, TimeRange when) {
    return within(ENDED.number(status.code()), when);
  }

  /** An entry of the audit. */
  public static RowKey audit(Instant at, UUID id) {
    return AUDIT.time(at).id(id);
  }

  /** The entries of the audit of that time. */
  public static Shards.Range audit(TimeRange when) {
    return within(AUDIT, when);
  }

  /** The entries of the audit until then, that moment included. */
  public static Shards.Range auditBefore(Instant time) {
    return between(AUDIT, Instant.EPOCH, time);
  }

  private static Shards.Range within(RowKey group, TimeRange when) {
    return new Shards.Range(
        when.from() == null ? group : group.time(when.from()),
        when.to() == null ? group.end() : group.time(when.to()));
  }

  /** What a node has done in a minute. */
  public static RowKey minute(Minute minute, UUID node) {
    return MINUTES.count(minute.number()).id(node).text(minute.bucket()).text(minute.type());
  }

  /** What was done from the one minute on, before the other. */
  public static Shards.Range minutes(long from, long to) {
    return new Shards.Range(MINUTES.count(from), MINUTES.count(to));
  }

  /** The time before the id at the end of a key. */
  public static Instant timeBeforeId(RowKey key) {
    return key.beginning(key.length() - 2 * Long.BYTES).lastTime();
  }

  /** Where rows come and go. */
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

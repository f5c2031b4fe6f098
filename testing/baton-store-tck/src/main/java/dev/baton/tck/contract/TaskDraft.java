package dev.baton.tck.contract;

import dev.baton.task.Bytes;
import dev.baton.task.Flow;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.TaskKey;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.row.TaskTraits;
import dev.baton.task.row.When;
import dev.baton.task.rule.AddRules;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.NextPosition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A task for a test, with sensible defaults for everything that the test doesn't set. Immutable:
 * each method returns a changed copy.
 */
public record TaskDraft(UUID id, TaskSpec spec, NextPosition placement, List<TaskKey> keys) {
  /** A time in the past on every clock. */
  public static final Instant PAST = Instant.parse("2020-02-29T12:34:56.123456Z");

  /** A time in the far future on every clock. */
  public static final Instant FUTURE = Instant.parse("2090-12-31T23:59:59.987654Z");

  private static final Duration HINT_EXPIRY = Duration.ofMinutes(1);

  /** Creates a draft of a task that is ready at once. */
  public static TaskDraft ready(String type) {
    return of(type, AddRules.now(HINT_EXPIRY, ""));
  }

  /**
   * Creates a draft of a task that has been ready since a given time and is hinted until a given
   * time.
   */
  public static TaskDraft ready(String type, Instant since, Instant hintedUntil) {
    return of(type, live(Status.READY, null, When.at(since), When.at(hintedUntil), 0));
  }

  /** Creates a draft of a task that is due at this time. */
  public static TaskDraft due(String type, Instant time) {
    return of(type, AddRules.later(When.at(time), ""));
  }

  /** Creates a draft of a task that this owner has claimed until a given time. */
  public static TaskDraft held(String type, UUID owner, Instant leaseEnd) {
    return of(type, live(Status.RUNNING, owner, When.now(), When.at(leaseEnd), 1));
  }

  /**
   * Creates a draft in this live status, with times in the far future. A random owner has claimed
   * it if the status needs an owner.
   */
  public static TaskDraft in(Status status) {
    return switch (status) {
      case BLOCKED -> of("T", AddRules.blocked(""));
      case WAITING -> due("T", FUTURE);
      case READY -> ready("T", PAST, FUTURE);
      case RUNNING -> held("T", UUID.randomUUID(), FUTURE);
      case ERROR -> of("T", live(Status.ERROR, null, null, null, 1));
      case DONE, FAILED, CANCELLED -> throw new IllegalArgumentException(status + " is not live");
    };
  }

  /** Creates a draft that starts with this placement. */
  public static TaskDraft of(String type, NextPosition placement) {
    TaskSpec spec =
        new TaskSpec(
            new Flow(type, ""), null, "default", 5, null, Map.of(), TaskSpec.Origin.NONE, false);
    return new TaskDraft(UUID.randomUUID(), spec, placement, List.of());
  }

  public String type() {
    return spec.type();
  }

  public TaskDraft withId(UUID value) {
    return new TaskDraft(value, spec, placement, keys);
  }

  public TaskDraft inBucket(String value) {
    return spec(value, spec.key(), spec.priority());
  }

  public TaskDraft withKey(String value) {
    return spec(spec.bucket(), value, spec.priority());
  }

  public TaskDraft withPriority(int value) {
    return spec(spec.bucket(), spec.key(), value);
  }

  public TaskDraft withPayload(@Nullable Bytes value) {
    return with(spec.with(value, spec.context()));
  }

  public TaskDraft withContext(Map<String, String> value) {
    return with(spec.with(spec.payload(), value));
  }

  public TaskDraft withTraits(TaskTraits value) {
    return with(spec.with(spec.payload(), spec.context(), value));
  }

  private TaskDraft spec(String bucket, String key, int priority) {
    return with(
        new TaskSpec(
            new Flow(spec.type(), key),
            null,
            bucket,
            priority,
            spec.payload(),
            spec.context(),
            spec.traits(),
            TaskSpec.Origin.NONE,
            false));
  }

  private TaskDraft with(TaskSpec other) {
    return new TaskDraft(id, other, placement, keys);
  }

  /** Makes the task unique by this text, with this retention. */
  public TaskDraft uniqueBy(String text, TaskKey.KeyRetention hold) {
    return with(new TaskKey(TaskKey.Kind.UNIQUE, text, hold));
  }

  /** Makes the task unique by this text while it is live. */
  public TaskDraft uniqueBy(String text) {
    return uniqueBy(text, new TaskKey.KeyRetention(Duration.ZERO, false));
  }

  /** Registers the task's id as one that Baton didn't create. */
  public TaskDraft uniqueById() {
    return with(
        new TaskKey(TaskKey.Kind.ID, id.toString(), new TaskKey.KeyRetention(Duration.ZERO, true)));
  }

  /** Returns the task in the form that a store takes. */
  public NewTask build() {
    TaskSpec whole =
        new TaskSpec(
            spec.flow(),
            null,
            spec.bucket(),
            spec.priority(),
            spec.payload(),
            spec.context(),
            spec.traits(),
            new TaskSpec.Origin(null, id),
            !keys.isEmpty());
    return new NewTask(id, whole, placement, keys);
  }

  private TaskDraft with(TaskKey another) {
    List<TaskKey> more = new ArrayList<>(keys);
    more.add(another);
    return new TaskDraft(id, spec, placement, more);
  }

  private static NextPosition live(
      Status status,
      @Nullable UUID owner,
      @Nullable When runAt,
      @Nullable When alarm,
      int attempts) {
    return new NextPosition(
        status,
        owner,
        runAt,
        alarm,
        new Position.Counts(attempts, 0, 3, LastOutcome.NONE),
        "",
        null);
  }
}

package dev.baton.move;

import dev.baton.api.TaskRequest;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.internal.OnDuplicate;
import dev.baton.api.internal.RequestFields;
import dev.baton.cluster.BucketOptions;
import dev.baton.task.Flow;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.TaskKey;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.row.When;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.NextPosition;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates the Baton task for an old engine's task, with its number of tries and in the same state.
 * Thread-safe.
 *
 * @param keep minimum time for which its id stays taken
 * @param lost what to do with a task that seems to have been running; null while the old engine may
 *     run it
 * @param codec writes the payloads of types without their own codec
 */
record Arrival(
    OldEngine engine, Duration keep, @Nullable LostTasks lost, Supplier<PayloadCodec> codec) {
  /** Time until the sweeper hints a ready task again; a poll finds it long before. */
  private static final Duration HINT_EXPIRY = Duration.ofMinutes(1);

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final long VERSION_7 = 0x7000L;
  private static final long VARIANT = 0x8000_0000_0000_0000L;
  private static final long RANDOM_BITS = 0x3FFF_FFFF_FFFF_FFFFL;
  private static final int SEQUENCE_BITS = 12;

  /**
   * Returns the new task.
   *
   * @throws IllegalArgumentException if Baton can't have such a task; the message says why
   */
  NewTask of(OldTask old, TaskRequest<?, ?> asked, Instant now) {
    RequestFields request = RequestFields.of(asked, codec);
    if (!request.mustBeDone().isEmpty()
        || !request.mustHaveEnded().isEmpty()
        || request.isOrdered()
        || !(request.onDuplicate() instanceof OnDuplicate.Join)) {
      throw new IllegalArgumentException(
          "A task that is taken over can't wait for others or for its turn, and can only join an"
              + " existing task with its key");
    }
    UUID given = request.id() != null || !engine.hasIds() ? request.id() : old.uuid();
    List<TaskKey> keys = keys(old, request, given);
    return new NewTask(
        given == null ? newId(now) : given,
        spec(old, request, !keys.isEmpty()),
        placement(old, request, now),
        keys,
        null,
        request.labels());
  }

  private TaskSpec spec(OldTask old, RequestFields request, boolean keyed) {
    return new TaskSpec(
        new Flow(request.type(), request.key()),
        request.subType() == null ? old.subType() : request.subType(),
        request.bucket() == null ? BucketOptions.DEFAULT : request.bucket(),
        request.priority() == TaskRequest.DEFAULT_PRIORITY ? old.priority() : request.priority(),
        request.payload(),
        request.context(),
        request.traits(),
        new TaskSpec.Origin(null, request.correlationId()),
        keyed);
  }

  private List<TaskKey> keys(OldTask old, RequestFields request, @Nullable UUID given) {
    List<TaskKey> keys = new ArrayList<>(2);
    if (given != null) {
      keys.add(
          new TaskKey(TaskKey.Kind.ID, given.toString(), new TaskKey.KeyRetention(keep, true)));
    }
    String unique = uniqueText(old, request);
    if (unique != null) {
      TaskKey.KeyRetention retention =
          request.uniqueKey() == null ? engine.retention(keep) : request.keyRetention();
      keys.add(new TaskKey(TaskKey.Kind.UNIQUE, unique, retention));
    }
    return keys;
  }

  /** Returns its unique key in Baton's stored form: with the type in which it is unique. */
  static @Nullable String uniqueText(OldTask old, RequestFields request) {
    String unique = request.uniqueKey() == null ? old.uniqueKey() : request.uniqueKey();
    return unique == null ? null : request.type() + "\n" + unique;
  }

  private NextPosition placement(OldTask old, RequestFields request, Instant now) {
    Standing standing = old.standing();
    String state = request.state();
    LastOutcome outcome = old.tries() > 0 ? LastOutcome.FAILURE : LastOutcome.NONE;
    if (request.isOnHold()) {
      return at(Status.BLOCKED, null, null, old.tries(), 0, outcome, state);
    }
    if (standing.state() == Standing.State.ERROR) {
      return at(Status.ERROR, null, null, old.tries(), 0, LastOutcome.FAILURE, state);
    }
    boolean isLost = standing.state() == Standing.State.RUNNING;
    if (isLost && lost == LostTasks.ERROR) {
      return at(Status.ERROR, null, null, old.tries(), 1, LastOutcome.LOST, state);
    }
    LastOutcome last = isLost ? LastOutcome.LOST : outcome;
    int losses = isLost ? 1 : 0;
    When asked = request.runAt();
    Instant due = asked == null || isLost ? standing.time() : asked.from(now);
    if (due.isAfter(now) && !isLost) {
      return at(Status.WAITING, When.at(due), When.at(due), old.tries(), losses, last, state);
    }
    Instant order = due.isAfter(now) ? now : due;
    return at(Status.READY, When.at(order), When.in(HINT_EXPIRY), old.tries(), losses, last, state);
  }

  private static NextPosition at(
      Status status,
      @Nullable When runAt,
      @Nullable When alarm,
      int attempts,
      int losses,
      LastOutcome outcome,
      String state) {
    return new NextPosition(
        status, null, runAt, alarm, new Position.Counts(attempts, losses, 0, outcome), state, null);
  }

  /** Returns a UUID of version 7, so that new rows are added at the end of the index. */
  private static UUID newId(Instant now) {
    long sequence = RANDOM.nextInt(1 << SEQUENCE_BITS);
    long high = (now.toEpochMilli() << 16) | VERSION_7 | sequence;
    return new UUID(high, VARIANT | (RANDOM.nextLong() & RANDOM_BITS));
  }
}

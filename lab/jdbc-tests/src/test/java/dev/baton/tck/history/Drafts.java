package dev.baton.tck.history;

import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.TaskKey;
import dev.baton.task.row.When;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.NodeStart;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Creates random tasks. Their times differ, so that nothing depends on how a store breaks ties. */
final class Drafts {
  private static final List<String> TYPES = List.of("A", "a", "Payout");
  private static final List<String> KEYS = List.of("", "", "k", "K", "partner ü");
  private static final List<String> BUCKETS = List.of("default", "default", "Default");
  private static final List<String> UNIQUE = List.of("u1", "u2", "u3", "U3");
  private static final Duration LEASE = Duration.ofMinutes(5);

  private final Random random;
  private final List<UUID> registeredIds = new ArrayList<>();
  private int nextMicro;

  Drafts(Random random) {
    this.random = random;
  }

  /** Returns one of a few nodes. */
  NodeStart node() {
    return new NodeStart(random.nextInt(3) - 1L);
  }

  /** Returns an owner on one of the nodes. Owners repeat, as after a failover. */
  UUID owner() {
    return node().owner(random.nextInt(4));
  }

  UUID newId() {
    return new UUID(random.nextLong(), random.nextLong());
  }

  <T> T oneOf(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  /** Returns a time in the distant past or future, never the same one twice. */
  Instant time(boolean past) {
    nextMicro += 1 + random.nextInt(3);
    Instant base = past ? TaskDraft.PAST : TaskDraft.FUTURE;
    return base.plusNanos(nextMicro * 1_000L);
  }

  TaskDraft any() {
    TaskDraft draft =
        TaskDraft.of(oneOf(TYPES), placement())
            .withId(newId())
            .withKey(oneOf(KEYS))
            .inBucket(oneOf(BUCKETS))
            .withPriority(random.nextInt(3) * 4)
            .withPayload(oneOf(List.of(Bytes.of(""), Bytes.of("p"), Bytes.of("ü漢😀"))))
            .withContext(random.nextBoolean() ? Map.of() : Map.of("trace", "t-1", "x", ""));
    if (random.nextInt(3) == 0) {
      draft = draft.withPayload(null);
    }
    return withKeys(draft);
  }

  private TaskDraft withKeys(TaskDraft draft) {
    TaskDraft keyed = draft;
    if (random.nextInt(4) == 0) {
      if (!registeredIds.isEmpty() && random.nextInt(3) == 0) {
        keyed = keyed.withId(oneOf(registeredIds));
      }
      registeredIds.add(keyed.id());
      keyed = keyed.uniqueById();
    }
    if (random.nextInt(3) == 0) {
      TaskKey.KeyRetention hold =
          new TaskKey.KeyRetention(
              random.nextInt(3) == 0 ? Duration.ofDays(1) : Duration.ZERO, random.nextBoolean());
      keyed = keyed.uniqueBy(oneOf(UNIQUE), hold);
    }
    return keyed;
  }

  private NextPosition placement() {
    boolean past = random.nextInt(3) > 0;
    return switch (random.nextInt(8)) {
      case 0 -> live(Status.BLOCKED, null, null, null);
      case 1 -> live(Status.ERROR, null, null, null);
      case 2, 3 -> {
        When due = When.at(time(past));
        yield live(Status.WAITING, null, due, due);
      }
      case 4 -> live(Status.RUNNING, owner(), When.at(time(true)), When.at(time(past)));
      case 5 -> live(Status.RUNNING, owner(), When.at(time(true)), When.in(LEASE));
      default -> live(Status.READY, null, When.at(time(true)), When.at(time(past)));
    };
  }

  private NextPosition live(
      Status status, @Nullable UUID owner, @Nullable When runAt, @Nullable When alarm) {
    return new NextPosition(
        status,
        owner,
        runAt,
        alarm,
        new Position.Counts(
            random.nextInt(3),
            random.nextInt(3),
            random.nextInt(3),
            LastOutcome.values()[random.nextInt(4)]),
        random.nextBoolean() ? "" : "STATE",
        random.nextBoolean() ? null : Bytes.of("data"));
  }
}

package dev.baton.chaos.process;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.internal.RequestFields;
import dev.baton.chaos.record.TaskKind;
import dev.baton.task.Bytes;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/** Adds random tasks of all kinds. Used by one thread. */
final class Adder {
  private static final int MOST_AT_ONCE = 4;
  private static final int KEYS = 5;
  private static final int BURST = 150;
  private static final int REMEMBERED = 20;

  private final Random random;
  private final Adds adds;
  private final Fleet.Ways ways;
  private final Set<TaskKind> kinds;
  private final Deque<Delivered> delivered = new ArrayDeque<>();

  /** An add with the caller's own id, which is delivered again. */
  private record Delivered(Adds.Intended intended, Adds.End end) {}

  /** Creates an adder for the kinds of every run and for these kinds. */
  Adder(Random random, Adds adds, Fleet.Ways ways, Set<TaskKind> kinds) {
    this.random = random;
    this.adds = adds;
    this.ways = ways;
    this.kinds = kinds;
  }

  /** Adds random tasks in one transaction. */
  void addSome() {
    if (ways.more() && random.nextInt(25) == 0) {
      burst();
    } else if (kinds.contains(TaskKind.ORDERED) && random.nextInt(6) == 0) {
      addInOrder();
    } else if (!delivered.isEmpty() && random.nextInt(8) == 0) {
      deliverAgain();
    } else {
      addFew();
    }
  }

  private void burst() {
    List<Adds.Intended> all = new ArrayList<>();
    for (int i = 0; i < BURST; i++) {
      String addId = UUID.randomUUID().toString();
      all.add(Adds.Intended.of(addId, request(addId, TaskKind.FREE, random.nextInt(3), 0)));
    }
    adds.add(all, random.nextInt(10) == 0);
  }

  /** Adds some tasks of one key, and sometimes one of another key. */
  private void addInOrder() {
    List<Adds.Intended> some = new ArrayList<>();
    int key = random.nextInt(TaskKind.KEYS_IN_ORDER);
    for (int i = 1 + random.nextInt(5); i > 0; i--) {
      String addId = UUID.randomUUID().toString();
      int failures = random.nextInt(10) == 0 ? 1 : 0;
      int its = random.nextInt(10) == 0 ? random.nextInt(TaskKind.KEYS_IN_ORDER) : key;
      TaskRequest<?, ?> request =
          request(addId, TaskKind.ORDERED, random.nextInt(20), failures).key("key-" + its);
      some.add(new Adds.Intended(addId, request, random.nextInt(12) == 0, null));
    }
    adds.add(some, random.nextInt(10) == 0);
  }

  private void deliverAgain() {
    Delivered one = delivered.removeFirst();
    Adds.End end = adds.addAgain(one.intended(), one.end());
    delivered.addLast(new Delivered(one.intended(), end));
  }

  private void addFew() {
    int count = 1 + random.nextInt(MOST_AT_ONCE);
    List<Adds.Intended> some = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String addId = UUID.randomUUID().toString();
      some.add(new Adds.Intended(addId, request(addId), random.nextInt(12) == 0, null));
    }
    Adds.Intended last = some.get(some.size() - 1);
    // Only a task that always ends DONE may have a follower, which would otherwise wait forever.
    if (!last.undone() && random.nextInt(6) == 0 && last.kind().endsDone()) {
      String addId = UUID.randomUUID().toString();
      TaskRequest<?, ?> request =
          TaskType.of(TaskKind.AFTER.name(), Bytes.class)
              .with(Bytes.of(new Work(addId, 0, 0).text()));
      some.add(new Adds.Intended(addId, request, random.nextInt(12) == 0, last.addId()));
    }
    Adds.End end = adds.add(some, random.nextInt(10) == 0);
    for (Adds.Intended one : some) {
      if (one.kind() == TaskKind.OWN) {
        delivered.addLast(new Delivered(one, one.undone() ? Adds.End.ROLLED_BACK : end));
      }
    }
    while (delivered.size() > REMEMBERED) {
      delivered.removeFirst();
    }
  }

  private TaskRequest<?, ?> request(String addId) {
    TaskKind kind = random.nextInt(3) == 0 ? oneOf(kinds) : usual(random.nextInt(10));
    int failures =
        kind == TaskKind.MENDED || (kind.endsDone() && random.nextInt(6) == 0)
            ? 1 + random.nextInt(2)
            : 0;
    TaskRequest<?, ?> request = request(addId, kind, millis(kind), failures);
    return random.nextInt(6) == 0
        ? request.runIn(Duration.ofMillis(200 + random.nextInt(2_000)))
        : request;
  }

  private TaskRequest<?, ?> request(String addId, TaskKind kind, int millis, int failures) {
    TaskRequest<?, ?> request =
        TaskType.of(kind.name(), Bytes.class)
            .with(Bytes.of(new Work(addId, millis, failures).text()))
            .priority(random.nextInt(10));
    if (kind == TaskKind.OWN) {
      request = request.id(UUID.fromString(addId));
    }
    if (kind == TaskKind.ORDERED) {
      request = request.key("key-" + random.nextInt(TaskKind.KEYS_IN_ORDER));
      return Bugs.among(ways.bug(), Bugs.ORDER_FORGOTTEN)
          ? request
          : RequestFields.ordered(request);
    }
    return kind == TaskKind.KEYED || kind == TaskKind.OWN
        ? request.key("key-" + random.nextInt(KEYS))
        : request;
  }

  private TaskKind oneOf(Set<TaskKind> some) {
    List<TaskKind> all = List.copyOf(some);
    return all.isEmpty() ? usual(random.nextInt(10)) : all.get(random.nextInt(all.size()));
  }

  private static TaskKind usual(int dice) {
    if (dice < 4) {
      return dice == 0 ? TaskKind.STEPS : TaskKind.EXACT;
    }
    if (dice < 6) {
      return TaskKind.KEYED;
    }
    return dice < 8 ? TaskKind.LEAST : TaskKind.MOST;
  }

  /**
   * Returns the duration of a task. Most are quick; some are long enough for a fault or an operator
   * to interrupt them.
   */
  private int millis(TaskKind kind) {
    int dice = random.nextInt(100);
    if (kind == TaskKind.TOUCHED) {
      return 20 + random.nextInt(300);
    }
    if (dice < 75) {
      return random.nextInt(10);
    }
    return dice < 94
        ? 50 + random.nextInt(150)
        : ways.longestMillis() / 3 + random.nextInt(ways.longestMillis() * 2 / 3);
  }
}

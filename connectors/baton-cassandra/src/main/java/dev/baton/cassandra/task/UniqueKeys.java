package dev.baton.cassandra.task;

import dev.baton.cassandra.row.KeyHold;
import dev.baton.cassandra.row.TaskRow;
import dev.baton.cassandra.row.TaskRows;
import dev.baton.cassandra.shard.ShardClock;
import dev.baton.cassandra.shard.Shards;
import dev.baton.cassandra.task.KeyTable.Name;
import dev.baton.cassandra.task.KeyTable.Registration;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Registers unique keys. A key has its own row, which names a task; the task's row says whether the
 * task still has the key. If that task doesn't exist, it is being added, or its add has failed
 * midway. Other adds then wait briefly, and after that refuse the registration and take the key.
 * Thread-safe.
 */
final class UniqueKeys {
  private static final int MAX_WAITS = 6;
  private static final Duration FIRST_WAIT = Duration.ofMillis(8);

  private final KeyTable table;
  private final Shards shards;
  private final ShardClock clock;

  UniqueKeys(KeyTable table, Shards shards, ShardClock clock) {
    this.table = table;
    this.shards = shards;
    this.clock = clock;
  }

  /**
   * Registers the key, if no other task has it.
   *
   * @return the registration that has it now
   */
  CompletionStage<Registration> register(Name name, Registration wanted) {
    return table.register(name, wanted).thenCompose(holder -> judge(name, holder, wanted, 0));
  }

  private CompletionStage<Registration> judge(
      Name name, Registration holder, Registration wanted, int waits) {
    if (holder.equals(wanted)) {
      return CompletableFuture.completedStage(wanted);
    }
    return hold(name, holder)
        .thenCompose(
            hold -> {
              if (hold.isEmpty()) {
                return absent(name, holder, wanted, waits);
              }
              return hold.get().holdsAt(clock.now())
                  ? CompletableFuture.completedStage(holder)
                  : replace(name, holder, wanted);
            });
  }

  /**
   * Returns the entry for the key in the task's row. A task that runs again must register its keys
   * again. Until it has done so, an entry of the first run counts, and a missing entry proves
   * nothing.
   */
  private CompletionStage<Optional<KeyHold>> hold(Name name, Registration holder) {
    return TaskRows.outline(shards, holder.task())
        .thenApply(
            row ->
                row.flatMap(
                    found ->
                        found.keys().stream()
                            .filter(key -> key.type().equals(name.type()))
                            .filter(key -> key.text().equals(name.text()))
                            .filter(
                                key ->
                                    key.token().equals(holder.token()) || key.holdsAt(clock.now()))
                            .findFirst()));
  }

  private CompletionStage<Registration> absent(
      Name name, Registration holder, Registration wanted, int waits) {
    if (waits < MAX_WAITS) {
      return clock
          .pause(FIRST_WAIT.multipliedBy(1L << waits))
          .thenCompose(waited -> judge(name, holder, wanted, waits + 1));
    }
    return shards
        .submit(shards.of(holder.task()), new Refuse(holder))
        .thenCompose(
            refused ->
                refused ? replace(name, holder, wanted) : judge(name, holder, wanted, waits));
  }

  private CompletionStage<Registration> replace(
      Name name, Registration holder, Registration wanted) {
    return table.replace(name, holder, wanted).thenCompose(now -> judge(name, now, wanted, 0));
  }

  /**
   * Does the same as {@link #register}, for a finished task that had the key through an earlier
   * registration.
   */
  CompletionStage<Registration> registerAgain(Name name, UUID before, Registration wanted) {
    return table
        .replace(name, new Registration(wanted.task(), before), wanted)
        .thenCompose(holder -> judge(name, holder, wanted, 0));
  }

  /** Returns the key to the earlier registration of the same task. */
  CompletionStage<Registration> restore(Name name, UUID before, Registration again) {
    return table.replace(name, again, new Registration(again.task(), before));
  }

  /** Frees these keys if this registration still has them. */
  CompletionStage<Void> free(List<Name> names, UUID token) {
    return CompletableFuture.allOf(
        names.stream()
            .map(name -> table.free(name, token).toCompletableFuture())
            .toArray(CompletableFuture[]::new));
  }

  /** Frees the keys of a task that may be removed. */
  CompletionStage<Void> free(TaskRow over) {
    return CompletableFuture.allOf(
        over.keys().stream()
            .map(key -> free(List.of(new Name(key.type(), key.text())), key.token()))
            .map(CompletionStage::toCompletableFuture)
            .toArray(CompletableFuture[]::new));
  }
}

package dev.baton.cassandra.task;

import dev.baton.api.AddResult;
import dev.baton.cassandra.row.TaskRow;
import dev.baton.cassandra.row.TaskRows;
import dev.baton.cassandra.shard.ShardClock;
import dev.baton.cassandra.shard.Shards;
import dev.baton.cassandra.task.KeyTable.Name;
import dev.baton.cassandra.task.KeyTable.Registration;
import dev.baton.task.row.TaskKey;
import dev.baton.task.rule.NewTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

/** Adds one task: first its unique keys, in their order, and then its row. Thread-safe. */
final class Adding {
  private final Shards shards;
  private final UniqueKeys keys;
  private final ShardClock clock;
  private final Duration patience;

  Adding(Shards shards, UniqueKeys keys, ShardClock clock, Duration patience) {
    this.shards = shards;
    this.keys = keys;
    this.clock = clock;
    this.patience = patience;
  }

  /** Returns the names of the task's unique keys. */
  static List<Name> names(NewTask task) {
    return task.keys().stream()
        .filter(key -> key.kind() == TaskKey.Kind.UNIQUE)
        .map(key -> new Name(task.spec().type(), key.text()))
        .toList();
  }

  CompletableFuture<AddResult> add(NewTask task) {
    long end = clock.nanoTime() + patience.toNanos();
    BooleanSupplier isLate = () -> clock.nanoTime() - end > 0;
    return attempt(task, isLate).toCompletableFuture();
  }

  private CompletionStage<AddResult> attempt(NewTask task, BooleanSupplier isLate) {
    UUID token = clock.newId();
    List<Name> registered = new ArrayList<>();
    return register(task, token, 0, registered)
        .thenCompose(
            holder ->
                holder.wasAdded()
                    ? insert(task, token, isLate, registered)
                    : keys.free(registered, token).thenApply(freed -> holder));
  }

  /**
   * Registers the keys from {@code index} on. Returns {@code Added} if all seem free before the
   * insert.
   */
  private CompletionStage<AddResult> register(
      NewTask task, UUID token, int index, List<Name> registered) {
    if (index == task.keys().size()) {
      return CompletableFuture.completedStage(new AddResult.Added(task.id()));
    }
    TaskKey key = task.keys().get(index);
    Name name = new Name(task.spec().type(), key.text());
    boolean isId = key.kind() == TaskKey.Kind.ID;
    return (isId ? idIsFree(task.id()) : isMine(name, task.id(), token, registered))
        .thenCompose(
            taken ->
                taken.wasAdded()
                    ? register(task, token, index + 1, registered)
                    : CompletableFuture.completedStage(taken));
  }

  private CompletionStage<AddResult> isMine(
      Name name, UUID task, UUID token, List<Name> registered) {
    return keys.register(name, new Registration(task, token))
        .thenApply(
            holder -> {
              if (!holder.token().equals(token)) {
                return new AddResult.AlreadyExists(holder.task());
              }
              registered.add(name);
              return new AddResult.Added(task);
            });
  }

  private CompletionStage<AddResult> idIsFree(UUID id) {
    return TaskRows.outline(shards, id)
        .thenApply(
            row -> {
              TaskRow found = row.orElse(null);
              boolean taken =
                  found instanceof TaskRow.Live
                      || (found instanceof TaskRow.Finished finished
                          && finished.hasItsIdAt(clock.now()));
              return taken ? new AddResult.AlreadyExists(id) : new AddResult.Added(id);
            });
  }

  private CompletionStage<AddResult> insert(
      NewTask task, UUID token, BooleanSupplier isLate, List<Name> registered) {
    return shards
        .submit(shards.of(task.id()), new Insert(task, token, isLate))
        .thenCompose(
            result -> {
              if (result.isPresent() && result.get().wasAdded()) {
                return CompletableFuture.completedStage(result.get());
              }
              return keys.free(registered, token)
                  .thenCompose(
                      freed ->
                          result
                              .<CompletionStage<AddResult>>map(CompletableFuture::completedStage)
                              // Another task took a key, because this add was slow.
                              .orElseGet(() -> attempt(task, isLate)));
            });
  }
}

package dev.baton.cassandra.shard;

import dev.baton.api.error.RequestRefusedException;
import dev.baton.api.error.StoreException;
import dev.baton.api.error.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A change of a shard, from reading its epoch to knowing the result of the compare-and-set. The
 * package documentation describes the protocol. Used once, by one thread at a time.
 */
final class CasAttempt {
  private static final long MIN_PAUSE_MICROS = 500;
  private static final int MAX_DOUBLINGS = 8;

  private final int shard;
  private final Epochs table;
  private final ShardClock clock;
  private final long endNanos;

  /** Compare-and-sets without a response: they may have been applied, or may be applied later. */
  private final List<Unknown> unknown = new ArrayList<>();

  private int tries;

  /** Decides on a change from what it reads after the state; may be called several times. */
  @FunctionalInterface
  interface Work {
    CompletionStage<Decision> of(ShardState state);
  }

  /**
   * A change to write.
   *
   * @param next the next state, without the id of the change
   * @param answers run after the change is applied, to return the results to the callers
   */
  record Decision(ShardTable.Change change, Gaps gaps, List<Runnable> answers) {
    static Decision of(ShardState state, List<Rows.Write> writes, List<Runnable> answers) {
      Gaps gaps = state.gaps();
      int removals = 0;
      for (Rows.Write write : writes) {
        removals += write.row() == null ? 1 : 0;
        gaps = write.row() == null ? gaps : gaps.without(write.key());
      }
      gaps = gaps.removing(removals);
      return new Decision(new ShardTable.Change(writes, List.of()), gaps, answers);
    }

    private boolean isNothing() {
      return change.writes().isEmpty() && change.cleared().isEmpty();
    }
  }

  /**
   * The outcome.
   *
   * @param state the shard's state after this change or the last read
   */
  record End(ShardState state, List<Runnable> answers) {}

  private record Unknown(UUID write, ShardState before, End end) {}

  CasAttempt(int shard, Epochs table, ShardClock clock, long endNanos) {
    this.shard = shard;
    this.table = table;
    this.clock = clock;
    this.endNanos = endNanos;
  }

  /**
   * Makes the change. The stage fails with a {@link StoreUnavailableException} if the result is
   * unknown.
   *
   * @param known the state, if no other node has written since it was read; null if it isn't known
   */
  CompletionStage<End> run(@Nullable ShardState known, Work work) {
    return known == null
        ? again(work)
        : CompletableFuture.completedStage(known).thenCompose(state -> decide(state, work));
  }

  private CompletionStage<End> decide(ShardState state, Work work) {
    return work.of(state)
        .handle(
            (decision, failure) ->
                failure == null ? write(state, decision, work) : afterReading(failure, work))
        .thenCompose(stage -> stage);
  }

  /** Continues after a failed read. Such a read changed nothing, so it may be repeated. */
  private CompletionStage<End> afterReading(Throwable failure, Work work) {
    return cause(failure) instanceof StoreException
        ? again(work)
        : CompletableFuture.failedStage(cause(failure));
  }

  private CompletionStage<End> write(ShardState state, Decision decision, Work work) {
    // The rows may already contain an unknown change of this attempt, so that nothing seems left to
    // do. In this case, write an empty change. After that change is applied, no unknown change can
    // be applied any more.
    if (decision.isNothing() && unknown.isEmpty()) {
      return CompletableFuture.completedStage(new End(state, decision.answers()));
    }
    UUID write = clock.newId();
    ShardState next = state.after(write, decision.gaps());
    End end = new End(next, decision.answers());
    return table
        .turn(shard, next, decision.change())
        .handle(
            (applied, failure) -> {
              if (failure == null && applied) {
                return CompletableFuture.completedStage(end);
              }
              if (unknown.isEmpty() && cause(failure) instanceof RequestRefusedException) {
                return CompletableFuture.<End>failedStage(cause(failure));
              }
              if (failure != null) {
                unknown.add(new Unknown(write, state, end));
              }
              return again(work);
            })
        .thenCompose(stage -> stage);
  }

  /** Reads the state serially, which shows the results of unknown changes, and decides again. */
  private CompletionStage<End> again(Work work) {
    if (clock.nanoTime() - endNanos > 0) {
      return CompletableFuture.failedStage(
          new StoreUnavailableException(
              "Shard " + shard + " could not be written: " + tries + " tries took too long"));
    }
    return pause()
        .thenCompose(waited -> table.state(shard, true))
        .handle((state, failure) -> failure == null ? judge(state, work) : again(work))
        .thenCompose(stage -> stage);
  }

  private CompletionStage<Void> pause() {
    int doublings = Math.min(tries++, MAX_DOUBLINGS);
    if (doublings == 0) {
      return CompletableFuture.completedStage(null);
    }
    long most = MIN_PAUSE_MICROS << doublings;
    return clock.pause(Duration.ofNanos(1_000 * Math.floorMod(clock.random(), most)));
  }

  private CompletionStage<End> judge(ShardState state, Work work) {
    for (Unknown one : unknown) {
      if (state.writes().contains(one.write())) {
        return CompletableFuture.completedStage(new End(state, one.end().answers()));
      }
      if (!state.tellsOf(one.before().epoch())) {
        return CompletableFuture.failedStage(
            new StoreUnavailableException(
                "Unknown whether shard " + shard + " was written: others wrote it too often"));
      }
    }
    // Changes that required an earlier epoch can't be applied any more.
    unknown.removeIf(one -> one.before().epoch() < state.epoch());
    return decide(state, work);
  }

  static @Nullable Throwable cause(@Nullable Throwable failure) {
    Throwable cause = failure == null ? null : failure.getCause();
    return failure instanceof CompletionException && cause != null ? cause : failure;
  }
}

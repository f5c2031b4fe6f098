package dev.baton.cassandra.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.error.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Tests compare-and-sets without a response. Each is applied once, or its caller gets an unknown
 * result.
 */
final class CasAttemptTest {
  private static final RowKey ROW = RowKey.of(7);

  private final Script table = new Script();
  private final List<Integer> answered = new ArrayList<>();
  private int decided;

  @Test
  void changeAppliedAfterTheCheckIsNotMadeAgain() {
    table.answers.add(table::lostAndLate);
    // The first change is applied before the second one arrives.
    table.answers.add(
        () -> {
          table.applyLate();
          return CompletableFuture.completedStage(false);
        });
    assertThat(run().state()).isEqualTo(table.state);
    assertThat(table.state.epoch()).isEqualTo(1);
    assertThat(answered).containsExactly(1);
  }

  @Test
  void appliedChangeWithoutReplyIsNotMadeAgain() {
    table.answers.add(
        () -> {
          table.lostAndLate();
          table.applyLate();
          return Script.lost();
        });
    run();
    assertThat(decided).isEqualTo(1);
    assertThat(answered).containsExactly(1);
  }

  @Test
  void changeThatCanNoLongerApplyIsMadeAgain() {
    table.answers.add(table::lostAndLate);
    table.beforeRead = () -> table.others(1);
    run();
    assertThat(table.state.epoch()).isEqualTo(2);
    assertThat(decided).isEqualTo(2);
    assertThat(answered).containsExactly(2);
  }

  @Test
  void resultIsUnknownAfterTooManyOtherChanges() {
    table.answers.add(table::lostAndLate);
    table.beforeRead =
        () -> {
          table.applyLate();
          table.others(ShardState.KEPT_WRITES);
        };
    assertThatThrownBy(this::run)
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(StoreUnavailableException.class);
    assertThat(decided).isEqualTo(1);
    assertThat(answered).isEmpty();
  }

  @Test
  void resultIsKnownWithinTheKeptChanges() {
    table.answers.add(table::lostAndLate);
    table.beforeRead =
        () -> {
          table.applyLate();
          table.others(ShardState.KEPT_WRITES - 1);
        };
    run();
    assertThat(decided).isEqualTo(1);
    assertThat(answered).containsExactly(1);
  }

  private CasAttempt.End run() {
    CasAttempt turn = new CasAttempt(0, table, new Still(), Duration.ofMinutes(1).toNanos());
    CasAttempt.End end = turn.run(ShardState.NEW, this::decide).toCompletableFuture().join();
    end.answers().forEach(Runnable::run);
    return end;
  }

  private CompletionStage<CasAttempt.Decision> decide(ShardState state) {
    int number = ++decided;
    List<Rows.Write> writes =
        List.of(new Rows.Write(ROW, new Row(new byte[] {(byte) number}, null), false));
    return CompletableFuture.completedStage(
        CasAttempt.Decision.of(state, writes, List.of(() -> answered.add(number))));
  }

  /** A shard with responses that the test sets. All other responses are correct. */
  private static final class Script implements Epochs {
    private final Deque<Supplier<CompletionStage<Boolean>>> answers = new ArrayDeque<>();
    private Runnable beforeRead = () -> {};
    private ShardState state = ShardState.NEW;
    private ShardState sent = ShardState.NEW;

    @Override
    public CompletionStage<ShardState> state(int shard, boolean serially) {
      assertThat(serially).as("read serially").isTrue();
      beforeRead.run();
      beforeRead = () -> {};
      return CompletableFuture.completedStage(state);
    }

    @Override
    public CompletionStage<Boolean> turn(int shard, ShardState next, ShardTable.Change change) {
      if (answers.isEmpty()) {
        boolean fits = next.epoch() == state.epoch() + 1;
        state = fits ? next : state;
        return CompletableFuture.completedStage(fits);
      }
      if (sent.equals(ShardState.NEW)) {
        sent = next;
      }
      return answers.remove().get();
    }

    /** The change gets no response, and may be applied later. */
    private CompletionStage<Boolean> lostAndLate() {
      return lost();
    }

    private static CompletionStage<Boolean> lost() {
      return CompletableFuture.failedStage(new StoreUnavailableException("no answer came"));
    }

    private void applyLate() {
      state = sent;
    }

    private void others(int changes) {
      for (int i = 0; i < changes; i++) {
        state = state.after(UUID.randomUUID(), Gaps.NONE);
      }
    }
  }

  /** A clock with a fixed time and without waits. */
  private static final class Still implements ShardClock {
    @Override
    public Instant now() {
      return Instant.EPOCH;
    }

    @Override
    public long nanoTime() {
      return 0;
    }

    @Override
    public CompletionStage<Void> pause(Duration duration) {
      return CompletableFuture.completedStage(null);
    }
  }
}

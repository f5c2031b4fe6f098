package dev.baton.jdbc.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.error.StoreBusyException;
import dev.baton.api.error.StoreException;
import dev.baton.api.error.StoreUnavailableException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PartSizeTest {
  private static final List<Integer> ROWS = IntStream.range(0, 1_000).boxed().toList();

  private final PartSize size = new PartSize();
  private final List<Integer> written = new ArrayList<>();
  private final List<Integer> left = new ArrayList<>();
  private int calls;
  private int failures;

  @Test
  void writeThatTimesOutContinuesInSmallerParts() {
    write(part -> part.size() <= 130, timeOver());
    assertThat(written).isEqualTo(ROWS);
    assertThat(left).isEmpty();
    assertThat(failures).isEqualTo(3);
    failures = 0;
    calls = 0;
    for (int i = 0; i < 10; i++) {
      write(part -> part.size() <= 130, timeOver());
    }
    assertThat(failures).as("of %s calls", calls).isLessThan(calls / 6);
  }

  @Test
  void partsGrowAgainAfterFailuresEnd() {
    write(part -> part.size() <= 1, timeOver());
    assertThat(size.get()).isLessThan(5);
    for (int i = 0; i < 30; i++) {
      write(part -> true, timeOver());
    }
    assertThat(size.takes(1_000)).isTrue();
  }

  @Test
  void rowThatAlwaysFailsDoesNotShrinkTheOtherParts() {
    write(part -> !part.contains(600), timeOver());
    assertThat(left).containsExactly(600);
    assertThat(written).hasSize(999);
    assertThat(calls).isLessThan(45);
    written.clear();
    write(part -> true, timeOver());
    assertThat(written).hasSize(1_000);
  }

  @Test
  void neighbouringFailedRowsDoNotAffectOthers() {
    Set<Integer> bad = Set.copyOf(IntStream.range(0, 20).boxed().toList());
    write(part -> part.stream().noneMatch(bad::contains), timeOver());
    assertThat(left).hasSize(20);
    assertThat(written).hasSize(980);
  }

  @Test
  void failureOfEachRowIsAFailureOfTheTable() {
    assertThatThrownBy(() -> write(part -> false, timeOver()))
        .isInstanceOf(StoreUnavailableException.class);
    assertThat(calls).isLessThan(40);
  }

  @Test
  void writeWithALostConnectionIsNotTriedInParts() {
    SQLException gone = new SQLException("gone", "08006");
    assertThatThrownBy(() -> write(part -> false, new StoreUnavailableException("gone", gone)))
        .hasMessage("gone");
    assertThat(calls).isEqualTo(1);
    assertThat(size.takes(1_000)).isTrue();
  }

  @Test
  void lockedRowIsSkippedEvenIfItIsTheOnlyOne() {
    SQLException locked = new SQLException("locked", "HY000", 1205);
    calls = 0;
    BisectingWrite.write(
        List.of(1),
        size,
        part -> {
          throw new StoreBusyException("locked", locked);
        },
        (row, why, others) -> left.add(row),
        () -> false);
    assertThat(left).containsExactly(1);
  }

  private void write(Predicate<List<Integer>> works, StoreException failure) {
    BisectingWrite.write(
        ROWS,
        size,
        part -> {
          calls++;
          if (!works.test(part)) {
            failures++;
            throw failure;
          }
          return written.addAll(part);
        },
        (row, why, others) -> left.add(row),
        () -> true);
  }

  private static StoreUnavailableException timeOver() {
    return new StoreUnavailableException("time", new SQLException("time", "57014"));
  }
}

package dev.baton.management.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.management.rest.request.HttpProblem;
import dev.baton.management.rest.request.VisiblePages;
import dev.baton.operate.Cursor;
import dev.baton.operate.Page;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class VisiblePagesTest {
  private final AtomicInteger read = new AtomicInteger();

  private static Cursor cursor(int number) {
    return Cursor.name(String.valueOf(number));
  }

  private static int number(@Nullable Cursor after) {
    return after == null ? 0 : Integer.parseInt(after.name());
  }

  /** Endless numbers, of which every n-th is visible. */
  private VisiblePages<Integer> numbers(int every) {
    return new VisiblePages<>(
        (after, size) -> {
          read.addAndGet(size);
          int from = number(after);
          return new Page<>(
              IntStream.rangeClosed(from + 1, from + size).boxed().toList(),
              Optional.of(cursor(from + size)));
        },
        number -> number % every == 0,
        VisiblePagesTest::cursor);
  }

  @Test
  void pageIsFilledWithVisibleItemsAndContinuesAfterTheLast() {
    Page<Integer> first = numbers(1_000).page(null, 3);
    assertThat(first.items()).isEqualTo(List.of(1_000, 2_000, 3_000));
    assertThat(numbers(1_000).page(first.next().orElseThrow(), 2).items())
        .isEqualTo(List.of(4_000, 5_000));
  }

  /** Works like a search by errors, which reads at most 20,000 tasks for a page. */
  private VisiblePages<Integer> withFewHits(boolean nothingIsHidden) {
    return new VisiblePages<>(
        (after, size) -> {
          read.incrementAndGet();
          int from = number(after);
          return new Page<>(List.of(from + 7), Optional.of(cursor(from + 20_000)));
        },
        number -> true,
        VisiblePagesTest::cursor,
        () -> nothingIsHidden);
  }

  @Test
  void earlyEndIsAPageIfNothingIsHidden() {
    Page<Integer> page = withFewHits(true).page(null, 10);
    assertThat(page.items()).containsExactly(7);
    assertThat(page.next()).hasValue(cursor(20_000));
    assertThat(read).hasValue(1);
  }

  @Test
  void earlyEndIsRefusedIfItWouldRevealHiddenItems() {
    assertThatThrownBy(() -> withFewHits(false).page(null, 10))
        .isInstanceOf(HttpProblem.class)
        .hasMessageContaining("too long");
    assertThat(read).hasValue(1);
  }

  @Test
  void callerWithFewVisibleItemsIsRefusedAfterABoundedRead() {
    assertThatThrownBy(() -> numbers(1_000_000).page(null, 10))
        .isInstanceOf(HttpProblem.class)
        .hasMessageContaining("too long");
    assertThat(read.get())
        .isBetween(VisiblePages.MAX_TASKS_READ, VisiblePages.MAX_TASKS_READ + 500);
  }
}

package dev.baton.management.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.management.rest.request.HttpProblem;
import dev.baton.management.rest.request.VisiblePages;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VisiblePagesTest {
  private final AtomicInteger read = new AtomicInteger();

  /** Endless numbers, of which every n-th is visible. */
  private VisiblePages<Integer, Integer> numbers(int every) {
    return new VisiblePages<>(
        (after, size) -> {
          read.addAndGet(size);
          int from = after == null ? 0 : after;
          return new VisiblePages.VisiblePart<>(
              IntStream.rangeClosed(from + 1, from + size).boxed().toList(), from + size);
        },
        number -> number % every == 0,
        number -> number);
  }

  @Test
  void pageIsFilledWithVisibleItemsAndContinuesAfterTheLast() {
    VisiblePages.VisiblePart<Integer, Integer> first = numbers(1_000).page(null, 3);
    assertThat(first.items()).isEqualTo(List.of(1_000, 2_000, 3_000));
    assertThat(numbers(1_000).page(first.next(), 2).items()).isEqualTo(List.of(4_000, 5_000));
  }

  /** Works like a search by errors, which reads at most 20,000 tasks for a page. */
  private VisiblePages<Integer, Integer> withFewHits(boolean nothingIsHidden) {
    return new VisiblePages<>(
        (after, size) -> {
          read.incrementAndGet();
          int from = after == null ? 0 : after;
          return new VisiblePages.VisiblePart<>(List.of(from + 7), from + 20_000);
        },
        number -> true,
        number -> number,
        () -> nothingIsHidden);
  }

  @Test
  void earlyEndIsAPageIfNothingIsHidden() {
    VisiblePages.VisiblePart<Integer, Integer> page = withFewHits(true).page(null, 10);
    assertThat(page.items()).containsExactly(7);
    assertThat(page.next()).isEqualTo(20_000);
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

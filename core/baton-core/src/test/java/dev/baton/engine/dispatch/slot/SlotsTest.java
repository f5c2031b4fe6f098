package dev.baton.engine.dispatch.slot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.engine.dispatch.table.Candidates;
import dev.baton.handler.OnLost;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.Definition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.limit.Limit;
import dev.baton.task.row.Candidate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SlotsTest {
  private static final int MAX_RUNNING = 10;

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final Slots slots = new Slots(MAX_RUNNING, now::get);
  private final Candidate candidate = Candidates.of(1, "T", "", 5, 0);
  private final TaskDefinition<?, ?> free =
      RawDefinition.of("T", attempt -> Outcome.done()).limits(Limit.none());

  @Test
  void nothingIsBookedAheadBeforeSlotsBecomeFree() {
    assertThat(bookAhead(free, 20)).hasSize(MAX_RUNNING);
    assertThat(slots.inUse()).isEqualTo(MAX_RUNNING);
  }

  @Test
  void bookedAheadEqualsSlotsFreedInLastWindow() {
    turnOver(400);
    assertThat(bookAhead(free, 500)).hasSize(MAX_RUNNING + 400);
    assertThat(slots.inUse()).as("all slots are in use").isEqualTo(MAX_RUNNING);
  }

  @Test
  void slowHandlersBookNothingAhead() {
    turnOver(400);
    passMillis(1_000);
    passMillis(100);
    assertThat(bookAhead(free, 500)).hasSize(MAX_RUNNING);
  }

  @Test
  void atMostTwoThousandAreBookedAhead() {
    turnOver(100_000);
    assertThat(bookAhead(free, 4_000)).hasSize(MAX_RUNNING + 2_000);
  }

  @Test
  void taskThatMustNotBeLostOrNeedsClusterPermitsIsNotBookedAhead() {
    turnOver(400);
    assertThat(bookAhead(free.onLost(OnLost.stop()), 500)).hasSize(MAX_RUNNING);
    assertThat(bookAhead(free.limits(Limit.cluster("ALL", 500)), 500)).isEmpty();
  }

  @Test
  void localDispatchUsesOnlyFreeSlots() {
    turnOver(400);
    bookAhead(free, MAX_RUNNING);
    assertThat(slots.book(candidate, Definition.of(free))).isEqualTo(new Slots.NoSlot(null));
  }

  @Test
  void startsNeverExceedSlotsAndEachFreedSlotStartsOne() {
    turnOver(400);
    List<Slot> booked = bookAhead(free, 500);
    assertThat(booked.stream().filter(Slot::tryStart)).hasSize(MAX_RUNNING);
    booked.get(booked.size() - 1).free();
    assertThat(booked.get(MAX_RUNNING).tryStart()).as("it was released before its start").isFalse();
    booked.get(0).free();
    assertThat(booked.get(MAX_RUNNING).tryStart()).isTrue();
    assertThat(booked.get(MAX_RUNNING + 1).tryStart()).isFalse();
  }

  @Test
  void allWatchersAreNotifiedOfFreedSlotIfOneFails() {
    List<String> told = new ArrayList<>();
    RuntimeException broken = new IllegalStateException("broken");
    slots.onFreed(
        (flow, used) -> {
          throw broken;
        });
    slots.onFreed((flow, used) -> told.add(flow.type()));
    assertThatThrownBy(bookAhead(free, 1).get(0)::free).hasCause(broken);
    assertThat(told).containsExactly("T");
  }

  /** Starts and frees this many slots within a window. */
  private void turnOver(int count) {
    passMillis(100);
    for (int i = 0; i < count; i++) {
      Slot slot = (Slot) slots.book(candidate, Definition.of(free));
      assertThat(slot.tryStart()).isTrue();
      slot.free();
    }
    passMillis(100);
  }

  private void passMillis(long millis) {
    now.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    // The test checks like a dispatcher, whose booking is refused or given back.
    if (slots.bookAhead(candidate, Definition.of(free)) instanceof Slot booked) {
      booked.giveBack();
    }
  }

  private List<Slot> bookAhead(TaskDefinition<?, ?> definition, int tries) {
    List<Slot> booked = new ArrayList<>();
    IntStream.range(0, tries)
        .forEach(
            i -> {
              if (slots.bookAhead(candidate, Definition.of(definition)) instanceof Slot one) {
                booked.add(one);
              }
            });
    return booked;
  }
}

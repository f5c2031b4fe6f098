package dev.baton.examples.docs;

import static dev.baton.examples.docs.DocumentedCode.PAY_OUT;
import static dev.baton.examples.docs.DocumentedCode.SHIP;
import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskType;
import dev.baton.examples.docs.DocumentedCode.Bank;
import dev.baton.examples.docs.DocumentedCode.Known;
import dev.baton.examples.docs.DocumentedCode.Order;
import dev.baton.examples.docs.DocumentedCode.Payout;
import dev.baton.examples.docs.DocumentedCode.Shipping;
import dev.baton.examples.docs.DocumentedCode.Warehouse;
import dev.baton.handler.StateMachine;
import dev.baton.handler.TaskDefinition;
import dev.baton.test.TestBaton;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Checks that the code in the documents does what the documents promise. */
class DocumentedCodeTest {
  private static final Payout ADA = new Payout("ada", 100);

  /** A bank that records its payments and can report them. */
  private static class HonestBank implements Bank {
    private final List<String> paid = new ArrayList<>();

    @Override
    public void pay(Payout payout, String idempotencyKey, long fencingToken) {
      paid.add(idempotencyKey);
    }

    @Override
    public Known find(String idempotencyKey) {
      return paid.contains(idempotencyKey) ? Known.PAID : Known.NOT_PAID;
    }
  }

  @Test
  void resumedPayoutIsPaidAgainUnderTheSameKey() {
    HonestBank bank = new HonestBank();
    try (TestBaton baton = TestBaton.inMemory().define(DocumentedCode.resumed(bank)).start()) {
      baton.faults().loseNodeAfter(PAY_OUT);
      baton.untilEnded(baton.add(PAY_OUT, ADA));
      assertThat(bank.paid).hasSize(2);
      assertThat(bank.paid.get(0)).isEqualTo(bank.paid.get(1));
    }
  }

  @Test
  void tasksAreFoundByTheirLabels() {
    try (TestBaton baton =
        TestBaton.inMemory().define(DocumentedCode.resumed(new HonestBank())).start()) {
      assertThat(DocumentedCode.labels(baton.baton(), ADA)).isEmpty();
      baton.drain();
      assertThat(DocumentedCode.labels(baton.baton(), ADA))
          .singleElement()
          .satisfies(task -> assertThat(task.labels()).containsEntry("run", "2026-03"));
    }
  }

  @Test
  void payoutThatTheBankReportsIsPaidOnce() {
    HonestBank bank = new HonestBank();
    try (TestBaton baton = TestBaton.inMemory().define(DocumentedCode.asked(bank)).start()) {
      baton.faults().loseNodeAfter(PAY_OUT);
      UUID payout = baton.add(PAY_OUT, ADA);
      baton.untilEnded(payout);
      assertThat(baton.task(payout)).isDone().hasLosses(1);
      assertThat(bank.paid).hasSize(1);
    }
  }

  @Test
  void booksCloseOnEachWorkday() {
    List<Instant> closed = new ArrayList<>();
    try (TestBaton baton =
        TestBaton.inMemory()
            .define(
                TaskDefinition.of(TaskType.of("CLOSE_BOOKS"))
                    .handler(
                        (none, attempt) -> {
                          closed.add(dev.baton.schedule.Tick.of(attempt).orElseThrow().time());
                        }))
            .schedule(DocumentedCode.books())
            .start()) {
      baton.advance(Duration.ofDays(7));
      assertThat(closed).hasSize(5);
    }
  }

  @Test
  void orderIsPackedByCallbackOrByPolling() {
    List<String> packed = new ArrayList<>();
    Warehouse warehouse =
        new Warehouse() {
          @Override
          public String pack(String order, String idempotencyKey) {
            return "parcel of " + order;
          }

          @Override
          public boolean isPacked(String parcel) {
            return packed.contains(parcel);
          }
        };
    StateMachine<Order, String, Shipping, String> machine = DocumentedCode.shipping(warehouse);
    try (TestBaton baton =
        TestBaton.inMemory()
            .define(TaskDefinition.of(DocumentedCode.SHIP).states(machine))
            .start()) {
      UUID called = baton.add(SHIP, new Order("1"));
      UUID polled = baton.add(SHIP, new Order("2"));
      baton.drain();
      assertThat(baton.task(called)).isIn(Shipping.PACKING).isDueIn(Duration.ofMinutes(5));

      DocumentedCode.packed(baton.tasks(), machine, called);
      baton.drain();
      assertThat(baton.task(called)).hasResult(SHIP, "parcel of 1");

      packed.add("parcel of 2");
      baton.advance(Duration.ofMinutes(5));
      assertThat(baton.task(polled)).hasResult(SHIP, "parcel of 2");
    }
  }

  @Test
  void importContinuesWhereItsNodeDied() {
    try (TestBaton baton = TestBaton.inMemory().define(DocumentedCode.progressed()).start()) {
      baton.faults().loseNodeAfter("IMPORT");
      UUID task = baton.add(dev.baton.api.TaskRequest.of(TaskType.of("IMPORT")));
      baton.untilEnded(task);
      assertThat(baton.task(task)).isDone().hasLosses(1);
    }
  }

  @Test
  void repeatingTaskIsAddedOnceAndRetriedSooner() {
    List<Instant> runs = new ArrayList<>();
    try (TestBaton baton =
        TestBaton.inMemory()
            .define(DocumentedCode.repeated(() -> runs.add(Instant.EPOCH)))
            .start()) {
      DocumentedCode.addRepeated(baton.tasks());
      DocumentedCode.addRepeated(baton.tasks());
      baton.faults().failNext("REFRESH_RATES", new IllegalStateException("no rates"));
      baton.drain();
      assertThat(runs).isEmpty();
      baton.advance(Duration.ofSeconds(30));
      assertThat(runs).hasSize(1);
      baton.advance(Duration.ofMinutes(20));
      assertThat(runs).hasSize(3);
    }
  }

  @Test
  void statementsAreWrittenOnWorkingDays() {
    List<Instant> ticks = new ArrayList<>();
    Set<LocalDate> holidays = Set.of(LocalDate.parse("2026-03-04"));
    try (TestBaton baton =
        TestBaton.inMemory()
            .startingAt(Instant.parse("2026-03-02T09:00:00Z"))
            .configure(b -> b.rule("working-days", DocumentedCode.workingDays(holidays)))
            .define(
                TaskDefinition.of(TaskType.of("STATEMENTS"))
                    .handler(
                        (none, attempt) -> {
                          ticks.add(dev.baton.schedule.Tick.of(attempt).orElseThrow().time());
                        }))
            .schedule(DocumentedCode.statements())
            .start()) {
      baton.advance(Duration.ofDays(7));
      assertThat(ticks)
          .extracting(time -> time.toString().substring(0, 10))
          .containsExactly("2026-03-02", "2026-03-03", "2026-03-05", "2026-03-06");
    }
  }

  @Test
  void payoutMovedFromTwTasksIsTriedFiveTimes() {
    Bank broken =
        new HonestBank() {
          @Override
          public void pay(Payout payout, String idempotencyKey, long fencingToken) {
            super.pay(payout, idempotencyKey, fencingToken);
            throw new IllegalStateException("the bank is away");
          }
        };
    try (TestBaton baton =
        TestBaton.inMemory().define(DocumentedCode.movedFromTwTasks(broken)).start()) {
      UUID task = baton.add(DocumentedCode.addedAsInTwTasks(ADA));
      baton.drain();
      assertThat(baton.task(task)).isDueIn(Duration.ofHours(1));
      baton.advance(Duration.ofHours(2));
      assertThat(baton.task(task)).isInError().hasAttempts(5);
    }
  }
}

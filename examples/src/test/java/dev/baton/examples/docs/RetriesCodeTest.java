package dev.baton.examples.docs;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.examples.docs.DocumentedCode.Payout;
import dev.baton.task.Status;
import dev.baton.test.TestBaton;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Checks the promises of docs/retries.md and docs/cancelling.md. */
class RetriesCodeTest {
  private static final Payout ADA = new Payout("ada", 100);

  /** A bank that throws the given exception a given number of times. */
  private static final class PracticeBank implements RetriesCode.Bank {
    private final Class<? extends Exception> error;
    private final int times;
    private final AtomicInteger calls = new AtomicInteger();
    private boolean open = true;
    private boolean known = true;

    PracticeBank(Class<? extends Exception> error, int times) {
      this.error = error;
      this.times = times;
    }

    @Override
    public boolean isOpen() {
      return open;
    }

    @Override
    public boolean knows(String partner) {
      return known;
    }

    @Override
    public void pay(Payout payout, String idempotencyKey) {
      if (calls.incrementAndGet() <= times) {
        throw sneaky(error);
      }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Exception> E sneaky(Class<? extends Exception> error) throws E {
      try {
        throw (E) error.getConstructor(String.class).newInstance("no answer");
      } catch (ReflectiveOperationException broken) {
        throw new AssertionError(broken);
      }
    }
  }

  private static PracticeBank failing(Class<? extends Exception> error, int times) {
    return new PracticeBank(error, times);
  }

  @Test
  void eachErrorFollowsItsOwnRuleAndOthersTheDefault() {
    PracticeBank broken = failing(IllegalStateException.class, 100);
    PracticeBank slow = failing(SocketTimeoutException.class, 20);
    PracticeBank refusing = failing(IllegalArgumentException.class, 100);
    assertThat(statusAfterAnHour(broken)).isEqualTo(Status.ERROR);
    assertThat(broken.calls).hasValue(8);
    assertThat(statusAfterAnHour(slow)).isEqualTo(Status.DONE);
    assertThat(slow.calls).hasValue(21);
    assertThat(statusAfterAnHour(refusing)).isEqualTo(Status.ERROR);
    assertThat(refusing.calls).hasValue(1);
  }

  private static Status statusAfterAnHour(PracticeBank bank) {
    try (TestBaton baton = TestBaton.inMemory().define(RetriesCode.policy(bank)).start()) {
      UUID id = baton.add(RetriesCode.PAY, ADA);
      baton.drain();
      baton.advance(Duration.ofHours(1));
      return baton.task(id).status();
    }
  }

  @Test
  void handlerChoosesTheNextTimeOrEndsTheTask() {
    PracticeBank bank = failing(IllegalStateException.class, 0);
    bank.open = false;
    try (TestBaton baton = TestBaton.inMemory().define(RetriesCode.outcomes(bank)).start()) {
      UUID id = baton.add(RetriesCode.PAY, ADA);
      baton.drain();
      bank.open = true;
      baton.advance(Duration.ofMinutes(59));
      assertThat(bank.calls).hasValue(0);
      baton.advance(Duration.ofMinutes(1));
      assertThat(baton.task(id)).isDone().hasAttempts(1);

      bank.known = false;
      UUID stranger = baton.add(RetriesCode.PAY, new Payout("bob", 1));
      baton.drain();
      assertThat(baton.task(stranger)).isFailed();
    }
  }

  @Test
  void chainContinuesWithTheNextPolicy() {
    AtomicInteger calls = new AtomicInteger();
    try (TestBaton baton =
        TestBaton.inMemory()
            .define(
                RetriesCode.chained(
                    (payout, attempt) -> {
                      calls.incrementAndGet();
                      throw new IllegalStateException("not yet");
                    }))
            .start()) {
      baton.add(RetriesCode.NOTIFY, ADA);
      baton.drain();
      baton.advance(Duration.ofSeconds(10));
      assertThat(calls).hasValue(5);
      baton.advance(Duration.ofHours(3));
      assertThat(calls).hasValue(8);
    }
  }

  @Test
  void handlerReportsProgressAndIsCancelled() {
    List<String> written = new ArrayList<>();
    List<String> told = new ArrayList<>();
    List<Boolean> off = new ArrayList<>();
    UUID[] id = new UUID[1];
    TestBaton[] there = new TestBaton[1];
    try (TestBaton baton =
        TestBaton.inMemory()
            .define(
                RetriesCode.importing(
                    List.of("a", "b", "c"),
                    row -> {
                      written.add(row);
                      if (row.equals("b")) {
                        told.add(RetriesCode.howFar(there[0].tasks(), id[0]));
                        off.add(RetriesCode.calledOff(there[0].tasks(), id[0]));
                      }
                    }))
            .start()) {
      there[0] = baton;
      id[0] = baton.add(RetriesCode.IMPORT, "rows.csv");
      baton.drain();
      assertThat(written).startsWith("a", "b");
      assertThat(off).containsExactly(true);
      assertThat(baton.task(id[0])).hasStatus(Status.CANCELLED);
      assertThat(RetriesCode.calledOff(baton.tasks(), id[0])).isFalse();
      assertThat(told).hasSize(1);
    }
  }
}

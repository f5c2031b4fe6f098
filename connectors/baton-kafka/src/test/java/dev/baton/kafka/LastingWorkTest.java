package dev.baton.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.TriggerChannel.Receiver;
import dev.baton.task.row.Candidate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** No exception ends a thread that sends or receives hints. */
class LastingWorkTest {
  private final AtomicInteger runs = new AtomicInteger();

  @Test
  void failedWorkRunsAgainUntilItSucceeds() {
    new LastingWork("hints", this::failTwice, () -> false, Duration.ZERO).run();
    assertThat(runs).hasValue(3);
  }

  @Test
  void failedWorkOfClosedChannelEnds() {
    new LastingWork("hints", this::failTwice, () -> true, Duration.ZERO).run();
    assertThat(runs).hasValue(1);
  }

  @Test
  void errorOfReceiverDoesNotSpread() {
    SafeReceiver safe =
        new SafeReceiver(
            new Receiver() {
              @Override
              public void ready(List<Candidate> ready) {
                throw new StackOverflowError();
              }

              @Override
              public void missedSome() {
                throw new NoClassDefFoundError();
              }
            });
    safe.ready(List.of());
    safe.missedSome();
  }

  private void failTwice() {
    if (runs.incrementAndGet() == 1) {
      throw new OutOfMemoryError("none left");
    }
    if (runs.get() == 2) {
      throw new Unreportable();
    }
  }

  /** An error whose message can't be read. */
  private static final class Unreportable extends Error {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("no words");
    }
  }
}

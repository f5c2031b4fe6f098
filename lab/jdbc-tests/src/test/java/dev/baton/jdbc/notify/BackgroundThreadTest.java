package dev.baton.jdbc.notify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BackgroundThreadTest {

  @Test
  void nothingThatItsBodyThrowsEndsABackgroundThread() throws Exception {
    BackgroundThread thread = new BackgroundThread();
    AtomicInteger runs = new AtomicInteger();
    CountDownLatch again = new CountDownLatch(1);
    thread.start(
        "test",
        () -> {
          if (runs.incrementAndGet() == 1) {
            throw new OutOfMemoryError("a driver's");
          }
          again.countDown();
        });
    assertThat(again.await(60, TimeUnit.SECONDS)).isTrue();
    thread.beginToStop();
  }
}

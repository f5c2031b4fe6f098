package dev.baton.engine.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A quarter of the lease is a second here. */
final class BatchSizerTest {
  private final BatchSizer pace = new BatchSizer(50, 500, Duration.ofSeconds(4));

  @Test
  void slowCallShrinksTheNextBatchAndFastCallGrowsIt() {
    assertThat(pace.size()).isEqualTo(500);
    pace.took(500, millis(2_500));
    assertThat(pace.size()).isEqualTo(200);
    pace.took(200, millis(20_000));
    assertThat(pace.size()).as("more calls don't help on a slow network").isEqualTo(50);
    pace.took(50, millis(5));
    assertThat(pace.size()).isEqualTo(500);
  }

  @Test
  void repeatedFailuresShrinkBatchToOneAndSuccessRestoresIt() {
    fail(200);
    assertThat(pace.size()).as("one failure changes nothing").isEqualTo(500);
    fail(200);
    assertThat(pace.size()).isEqualTo(100);
    for (int i = 0; i < 20; i++) {
      fail(pace.size());
    }
    assertThat(pace.size()).isEqualTo(1);
    for (int size = 2; size <= 8; size *= 2) {
      pace.succeeded();
      assertThat(pace.size()).isEqualTo(size);
    }
  }

  private void fail(int count) {
    pace.begins(count, 0);
    pace.failed();
    pace.ended(1);
  }

  @Test
  void batchLongerThanQuarterOfTheLeaseIsTooLarge() {
    assertThat(pace.isTooMany(1_000_000, 0)).as("nothing is known").isFalse();
    pace.took(100, millis(500));
    assertThat(pace.isTooMany(200, 0)).isFalse();
    assertThat(pace.isTooMany(201, 0)).isTrue();
    assertThat(pace.isTooMany(0, 0)).isFalse();
  }

  @Test
  void runningCallIsJudgedByItsElapsedTime() {
    pace.begins(10, millis(100));
    assertThat(pace.isTooMany(100, millis(150))).isFalse();
    assertThat(pace.isTooMany(100, millis(250))).isTrue();
    pace.ended(millis(300));
    assertThat(pace.isTooMany(50, millis(9_000))).isFalse();
  }

  private static long millis(long count) {
    return TimeUnit.MILLISECONDS.toNanos(count);
  }
}

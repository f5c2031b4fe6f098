package dev.baton.chaos.record;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Bounded waits for other processes, which send no notification. */
public final class Wait {
  private static final long PAUSE_MILLIS = 25;

  private Wait() {}

  /** A condition whose check may fail. */
  public interface Question {
    boolean isTrue() throws Exception;
  }

  /** Checks the condition until it is true or the time is over. A failed check counts as false. */
  public static boolean until(Duration limit, Question question) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (!answer(question)) {
      if (System.nanoTime() - end > 0) {
        return false;
      }
      pause(PAUSE_MILLIS);
    }
    return true;
  }

  public static void pause(long millis) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(millis);
  }

  private static boolean answer(Question question) throws InterruptedException {
    try {
      return question.isTrue();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception notNow) {
      return false;
    }
  }
}

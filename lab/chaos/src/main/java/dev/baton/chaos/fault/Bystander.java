package dev.baton.chaos.fault;

import dev.baton.chaos.record.Wait;
import java.time.Duration;
import java.util.Random;

/** Repeats an action during the run, even if it fails. Owns its thread. */
abstract class Bystander implements AutoCloseable {
  private final Random random;
  private final long pauseMillis;
  private final Thread thread;
  private volatile boolean stopping;

  Bystander(String name, long seed, long pauseMillis) {
    this.random = new Random(seed);
    this.pauseMillis = pauseMillis;
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  /** Runs the action once. A failure is ignored. */
  abstract void act(Random chance) throws Exception;

  public void start() {
    thread.start();
  }

  private void run() {
    try {
      while (!stopping) {
        try {
          act(random);
        } catch (InterruptedException e) {
          throw e;
        } catch (Exception databaseAwayOrRowGone) {
          // Then it did nothing, or the result is reported as unknown.
        }
        Wait.pause(pauseMillis);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws InterruptedException {
    stopping = true;
    thread.join(Duration.ofSeconds(30).toMillis());
  }
}

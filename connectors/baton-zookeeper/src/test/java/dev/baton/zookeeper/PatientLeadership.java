package dev.baton.zookeeper;

import dev.baton.spi.Leadership;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Repeats a call while ZooKeeper doesn't respond. A machine may stall for longer than a node waits,
 * and a node repeats its calls too.
 */
record PatientLeadership(Leadership leadership) implements Leadership {
  @Override
  public Optional<Duration> lead(String duty, UUID node) {
    AtomicReference<Optional<Duration>> answer = new AtomicReference<>(Optional.empty());
    untilAnswered(() -> answer.set(leadership.lead(duty, node)));
    return answer.get();
  }

  @Override
  public void resign(String duty, UUID node) {
    untilAnswered(() -> leadership.resign(duty, node));
  }

  private static void untilAnswered(Runnable question) {
    Waiting.until(
        "ZooKeeper answers",
        () -> {
          try {
            question.run();
            return true;
          } catch (ZooKeeperUnavailableException notNow) {
            return false;
          }
        });
  }
}

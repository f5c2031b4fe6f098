package dev.baton.kafka.send;

import dev.baton.api.AddResult;
import dev.baton.api.Attempt;
import dev.baton.api.OnDuplicate;
import dev.baton.api.Outcome;
import dev.baton.api.Retry;
import dev.baton.api.TaskAdder;
import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskRequest;
import dev.baton.api.Transaction;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.task.Bytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/**
 * Knows the latest message of each order: a task of its own for each, whose payload is that
 * message's id; see the package.
 */
final class OrderRegister {
  static final String TYPE = "KAFKA_ORDER";

  /** A busy order's register runs no more often; there are as many as keys in that time. */
  private static final Duration BETWEEN_RUNS = Duration.ofMinutes(5);

  /** A register runs for milliseconds, unless its node fell: then for about a lease. */
  private static final Duration WHILE_IT_RUNS = Duration.ofSeconds(10);

  private static final Duration LOOK_EVERY = Duration.ofMillis(5);
  private static final int NEVER_MIND = 1_000_000;

  private OrderRegister() {}

  /**
   * Enters the message as the latest of its order; whoever else enters one waits for the end of the
   * transaction.
   *
   * @return the message that was the latest before
   */
  static Optional<UUID> enter(
      TaskAdder tasks, Transaction transaction, String order, UUID message) {
    List<UUID> before = new ArrayList<>(1);
    TaskRequest register =
        register(order, message)
            .runAfter(BETWEEN_RUNS)
            .onDuplicate(
                OnDuplicate.merge(
                    (latest, submitted) -> {
                      // Asked again when another was faster.
                      before.clear();
                      before.add(UUID.fromString(latest.toText()));
                      return submitted;
                    }));
    long end = System.nanoTime() + WHILE_IT_RUNS.toNanos();
    while (true) {
      Retreat retreat = Retreat.of(transaction);
      AddResult result = tasks.add(transaction, register);
      if (result.isTakenUp()) {
        retreat.leave();
        return result.wasAdded() ? Optional.empty() : before.stream().findFirst();
      }
      retreat.back();
      if (System.nanoTime() - end > 0) {
        throw new StoreUnavailableException(
            "Messages of this order can't be entered: its register, task "
                + result.taskId()
                + " of type "
                + TYPE
                + ", has been running for "
                + WHILE_IT_RUNS.toSeconds()
                + " s. Roll back and run the transaction again; if the node that ran it fell, it"
                + " goes on when the lease ends, and if it is in ERROR, retry it");
      }
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
    }
  }

  /** How registers run, on each node that sends. */
  static TaskDefinition definition(String bucket) {
    return TaskDefinition.of(TYPE, OrderRegister::run)
        .bucket(bucket)
        .retry(Retry.fixed(Duration.ofSeconds(1)).attempts(NEVER_MIND))
        .maxLosses(NEVER_MIND)
        .keepDone(Duration.ZERO);
  }

  /** Its state is the message whose end it has waited for; empty at first. */
  private static Outcome run(Attempt attempt) {
    String latest = attempt.payloadText();
    if (latest.equals(attempt.state())) {
      // All messages of the order have ended: the next one has nobody to wait for.
      return Outcome.doneAndForget();
    }
    UUID message = UUID.fromString(latest);
    return Outcome.next(
        register(attempt.key(), message)
            .state(latest)
            .runAfter(BETWEEN_RUNS)
            .afterAllEnded(message));
  }

  private static TaskRequest register(String order, UUID latest) {
    return TaskRequest.of(TYPE)
        .key(order)
        .uniqueBy(order)
        .payload(Bytes.of(latest.toString()))
        .withoutLocalDispatch();
  }
}

package dev.baton.examples.docs;

import dev.baton.api.Progress;
import dev.baton.api.Signals;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.examples.docs.DocumentedCode.Payout;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/** Code that the documents show about retries, progress and cancelling. */
final class RetriesCode {
  static final TaskType<Payout, Void> PAY = TaskType.of("PAY", Payout.class);
  static final TaskType<Payout, Void> NOTIFY = TaskType.of("NOTIFY", Payout.class);

  static final TaskType<String, Void> IMPORT = TaskType.of("IMPORT", String.class);

  /** A bank that may be closed. */
  interface Bank {
    boolean isOpen();

    boolean knows(String partner);

    void pay(Payout payout, String idempotencyKey);
  }

  private RetriesCode() {}

  static TaskDefinition<?, ?> policy(Bank bank) {
    // region policy
    return TaskDefinition.of(PAY)
        .handler((payout, attempt) -> bank.pay(payout, attempt.idempotencyKey()))
        .retry(
            Retry.exponential(Duration.ofSeconds(5)) // 5 s, 10 s, 20 s, …
                .maxDelay(Duration.ofMinutes(10))
                .jitter(0.2) // each delay up to 20 % shorter or longer
                .maxAttempts(8) // total, with the first attempt
                .on(SocketTimeoutException.class, Retry.fixed(Duration.ofMinutes(1)).forever())
                .on(IllegalArgumentException.class, Retry.never()));
    // endregion
  }

  static TaskDefinition<?, ?> outcomes(Bank bank) {
    // region outcomes
    return TaskDefinition.of(PAY)
        .outcome(
            (payout, attempt) -> {
              if (!bank.isOpen()) {
                return Outcome.snooze(Duration.ofHours(1)); // nothing failed: no attempt is counted
              }
              if (!bank.knows(payout.partner())) {
                return Outcome.failed("The bank doesn't know the partner"); // no retry, no person
              }
              bank.pay(payout, attempt.idempotencyKey());
              return Outcome.done();
            });
    // endregion
  }

  static TaskDefinition<?, ?> chained(TaskDefinition.Handler<Payout> handler) {
    // region chain
    return TaskDefinition.of(NOTIFY)
        .handler(handler)
        .retry(
            Retry.fixed(Duration.ofSeconds(1))
                .maxAttempts(5)
                .then(Retry.fixed(Duration.ofHours(1)).forever()));
    // endregion
  }

  static TaskDefinition<?, ?> importing(List<String> rows, Consumer<String> write) {
    // region progress
    return TaskDefinition.of(IMPORT)
        .handler(
            (file, attempt) -> {
              for (int i = 0; i < rows.size() && !attempt.isCancelled(); i++) {
                write.accept(rows.get(i));
                attempt.progress((i + 1.0) / rows.size(), (i + 1) + " of " + rows.size() + " rows");
              }
            });
    // endregion
  }

  static String howFar(Tasks tasks, UUID id) {
    // region howFar
    Optional<Progress> progress = tasks.handle(IMPORT, id).progress();
    return progress.map(far -> far.text() + " at " + far.at()).orElse("no progress yet");
    // endregion
  }

  static boolean calledOff(Tasks tasks, UUID id) {
    // region cancel
    Signals.Cancellation answer = tasks.cancel(id, "The partner has withdrawn the payout");
    return switch (answer) {
      case CANCELLED, CANCELLED_RUNNING -> true;
      case ALREADY_FINISHED, NOT_FOUND -> false;
    };
    // endregion
  }
}

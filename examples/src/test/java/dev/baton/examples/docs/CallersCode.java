package dev.baton.examples.docs;

import dev.baton.api.Retry;
import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.api.error.TaskNotDoneException;
import dev.baton.examples.docs.DocumentedCode.Payout;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Code that the documents show to those who await, cancel and repeat tasks. */
final class CallersCode {
  private static final Logger log = LoggerFactory.getLogger(CallersCode.class);

  /** What a payout costs, asked of a partner. */
  interface Rates {
    String quote(Payout payout);
  }

  static final TaskType<Payout, String> QUOTE =
      TaskType.named("QUOTE").payload(Payout.class).result(String.class);

  private CallersCode() {}

  static TaskDefinition failing(Rates rates) {
    // region failWhenExhausted
    return TaskDefinition.answering(QUOTE, (payout, attempt) -> rates.quote(payout))
        .retry(Retry.fixed(Duration.ofSeconds(1)).attempts(3))
        .failWhenExhausted();
    // endregion
  }

  static CompletionStage<String> awaited(Tasks tasks, Payout payout) {
    // region awaitFailure
    return tasks
        .submit(QUOTE.errorEndsWait(), payout)
        .completion()
        .exceptionally(
            failure -> {
              if (failure.getCause() instanceof TaskNotDoneException notDone) {
                log.warn("No quote: task {} is {}", notDone.taskId(), notDone.end());
              }
              return "no quote today";
            });
    // endregion
  }
}

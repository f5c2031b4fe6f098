package dev.baton.examples.docs;

import dev.baton.api.Conflict;
import dev.baton.api.TaskResult;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.api.Unique;
import dev.baton.examples.docs.DocumentedCode.Payout;
import dev.baton.handler.Repeat;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.limit.FairShare;
import dev.baton.limit.Limit;
import dev.baton.task.Bytes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Code that the documents show to callers, who await, cancel and repeat tasks. */
final class CallersCode {
  private static final Logger log = LoggerFactory.getLogger(CallersCode.class);

  /** A question to a partner: the price of a payout. */
  interface Rates {
    String quote(Payout payout);
  }

  static final TaskType<Payout, String> QUOTE = TaskType.of("QUOTE", Payout.class, String.class);

  // region clearPayload
  static final TaskType<Payout, String> ASK_CREDIT =
      TaskType.of("ASK_CREDIT", Payout.class, String.class)
          .unique(payout -> Unique.idFrom(payout.partner()))
          .clearPayload();

  // endregion

  /** Rows of a table that are no longer needed. */
  record Purge(String table, List<String> rows) {
    Purge and(Purge more) {
      return new Purge(table, Stream.concat(rows.stream(), more.rows.stream()).toList());
    }
  }

  static final TaskType<String, Void> REINDEX = TaskType.of("REINDEX", String.class);

  static final TaskType<Payout, Void> PAY_OUT = TaskType.of("PAY_OUT", Payout.class);

  // region unique
  static final TaskType<Purge, Void> PURGE_TABLE =
      TaskType.of("PURGE_TABLE", Purge.class)
          .unique(purge -> Unique.idFrom(purge.table()), Conflict.merge(Purge::and));

  static void add(Tasks tasks, Purge purge, Payout payout) {
    tasks.add(PURGE_TABLE.with(purge)); // merged into its table's task until that task begins
    tasks.add(
        PAY_OUT.with(payout).unique(Unique.whileKept(payout.partner() + "/2026-03"))); // paid once
    tasks.add(
        REINDEX
            .with("payouts")
            .unique(
                Unique.whileLive("payouts"),
                Conflict.debounce(Duration.ofMinutes(1), Duration.ofMinutes(10))));
  }

  // endregion

  static final TaskType<String, Integer> POLL = TaskType.of("POLL", String.class, Integer.class);

  /** Returns how many statements a bank has ready. */
  interface Statements {
    Integer count(String bank);
  }

  record Report(String customer) {}

  static final TaskType<Report, Void> RENDER_REPORT = TaskType.of("RENDER_REPORT", Report.class);

  private CallersCode() {}

  static TaskDefinition<?, ?> fair(TaskDefinition.Handler<Report> handler) {
    // region fair
    return TaskDefinition.of(RENDER_REPORT).handler(handler).fair();
    // endregion
  }

  static TaskDefinition<?, ?> weighted(TaskDefinition.Handler<Report> handler) {
    // region weights
    return TaskDefinition.of(RENDER_REPORT)
        .handler(handler)
        .fair(FairShare.weights(Map.of("acme", 5, "trial", 0.2))); // all others: 1
    // endregion
  }

  static TaskDefinition<?, ?> byPlan(
      TaskDefinition.Handler<Report> handler, Map<String, Double> plans) {
    // region weightsByFunction
    return TaskDefinition.of(RENDER_REPORT)
        .handler(handler)
        .fair(FairShare.weights(flow -> plans.getOrDefault(flow.key(), 1.0)));
    // endregion
  }

  /** A bank that pays once for each key. */
  interface Payments {
    void pay(Payout payout, String idempotencyKey);
  }

  // region never-twice
  static final TaskType<Payout, Void> PAY_ONCE =
      TaskType.of("PAY_ONCE", Payout.class)
          .unique(payout -> Unique.whileKept(payout.partner() + "/2026-03"));

  static TaskDefinition<?, ?> neverTwice(Payments bank) {
    return TaskDefinition.of(PAY_ONCE)
        .handler((payout, attempt) -> bank.pay(payout, attempt.idempotencyKey()))
        .keepDone(Duration.ofDays(400)); // no add comes later than this
  }

  // endregion

  static TaskDefinition<?, ?> repeating(Statements statements) {
    // region repeat
    return TaskDefinition.of(POLL)
        .handler((bank, attempt) -> statements.count(bank))
        .repeat(Repeat.every(Duration.ofMinutes(10)).until(found -> found > 0))
        .retry(Retry.fixed(Duration.ofSeconds(30)).forever()) // for runs that fail
        .keepRuns(20);
    // endregion
  }

  static List<TaskDefinition<?, ?>> special(TaskDefinition.Handler<Bytes> deliver) {
    // region special
    return List.of(
        TaskDefinition.of(TaskType.of("DELIVER|", Bytes.class)).handler(deliver).asPrefix(),
        TaskDefinition.of(TaskType.of("DELIVER|PARTNERX", Bytes.class))
            .handler(deliver)
            .limits(Limit.node(1)));
    // endregion
  }

  static TaskDefinition<?, ?> failing(Rates rates) {
    // region failWhenExhausted
    return TaskDefinition.of(QUOTE)
        .handler((payout, attempt) -> rates.quote(payout))
        .retry(Retry.fixed(Duration.ofSeconds(1)).maxAttempts(3))
        .failWhenExhausted();
    // endregion
  }

  static CompletionStage<String> awaited(Tasks tasks, Payout payout) {
    // region awaitFailure
    return tasks
        .submit(QUOTE.with(payout))
        .failOnError()
        .end()
        .thenApply(
            end -> {
              if (end instanceof TaskResult.Done<String> done) {
                return done.value();
              }
              log.warn("No quote: {}", end);
              return "no quote today";
            });
    // endregion
  }
}

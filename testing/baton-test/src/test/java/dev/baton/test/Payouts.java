package dev.baton.test;

import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A small service to test: it pays at a bank and then sends a receipt. */
final class Payouts {
  record Payout(String partner, long cents) {}

  static final TaskType<Payout, String> PAY_OUT =
      TaskType.of("PAY_OUT", Payout.class, String.class);
  static final TaskType<String, Void> RECEIPT = TaskType.of("RECEIPT", String.class);

  /** The requests to the bank, in order, with the key by which it recognizes repeats. */
  final List<String> told = new ArrayList<>();

  final List<String> receipts = new ArrayList<>();

  private TestTasks tasks = request -> {};

  /** Adds a task. */
  interface TestTasks {
    void add(dev.baton.api.TaskRequest request);
  }

  void with(TestTasks other) {
    tasks = other;
  }

  TaskDefinition<?, ?> payOut() {
    return TaskDefinition.of(PAY_OUT)
        .outcome(
            (payout, attempt) -> {
              told.add(payout.partner() + " #" + attempt.number());
              tasks.add(RECEIPT.with(payout.partner()));
              return Outcome.done("paid " + payout.cents());
            })
        .retry(Retry.fixed(Duration.ofMinutes(1)).maxAttempts(3));
  }

  TaskDefinition<?, ?> receipt() {
    return TaskDefinition.of(RECEIPT).handler((partner, attempt) -> receipts.add(partner));
  }
}

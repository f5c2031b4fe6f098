package dev.baton.examples.docs;

import dev.baton.api.SignalType;
import dev.baton.api.Signals.Delivery;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.api.Transaction;
import dev.baton.examples.docs.DocumentedCode.Payout;
import dev.baton.handler.Attempt;
import dev.baton.handler.TaskDefinition;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** Code that the documents show for handlers that await signals. */
final class SignalsCode {
  static final TaskType<Payout, String> PAY = TaskType.of("PAY", Payout.class, String.class);

  /** A person's decision. */
  record Approval(String by, boolean granted) {}

  /** Asks people for a decision. */
  interface Desk {
    void ask(Payout payout, UUID task);
  }

  /** Pays money. */
  interface Bank {
    String pay(Payout payout, String key);
  }

  private final Desk desk;
  private final Bank bank;

  SignalsCode(Desk desk, Bank bank) {
    this.desk = desk;
    this.bank = bank;
  }

  TaskDefinition<?, ?> definition() {
    return TaskDefinition.of(PAY).handler(this::pay);
  }

  // region await
  static final SignalType<Approval> APPROVAL = SignalType.of("approval", Approval.class);

  String pay(Payout payout, Attempt attempt) throws Exception {
    attempt.step("ask", () -> desk.ask(payout, attempt.taskId()));
    Optional<Approval> approval = attempt.awaitSignal(APPROVAL, Duration.ofDays(3));
    if (approval.isEmpty() || !approval.get().granted()) {
      return "not paid";
    }
    return attempt.step("pay", String.class, () -> bank.pay(payout, attempt.stepKey("pay")));
  }

  // endregion

  static Delivery approve(Tasks tasks, Transaction transaction, UUID task) {
    // region send
    return tasks.signal(transaction, task, APPROVAL, new Approval("Ann", true));
    // endregion
  }
}

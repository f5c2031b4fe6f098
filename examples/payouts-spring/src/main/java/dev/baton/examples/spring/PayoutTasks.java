package dev.baton.examples.spring;

import dev.baton.api.SignalType;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;

/** The tasks of this service. Their names are stored in the database, so never change them. */
final class PayoutTasks {
  // region types
  /** Stores a request that came by Kafka; a payout that comes twice is stored once. */
  static final TaskType<Payout, Void> REQUEST_PAYOUT =
      TaskType.of("REQUEST_PAYOUT", Payout.class).unique(payout -> Unique.idFrom(payout.id()));

  /** Asks the bank to pay. */
  static final TaskType<Payout, Void> PAY_OUT = TaskType.of("PAY_OUT", Payout.class);

  /** Writes down what the bank has paid, and sends a message to other services. */
  static final TaskType<Payout, Void> BOOK_PAYOUT = TaskType.of("BOOK_PAYOUT", Payout.class);

  /** A person approves a large payout. */
  static final SignalType<Approval> APPROVAL = SignalType.of("approval", Approval.class);

  // endregion

  /**
   * @param by who approves it
   */
  record Approval(String by) {}

  private PayoutTasks() {}
}

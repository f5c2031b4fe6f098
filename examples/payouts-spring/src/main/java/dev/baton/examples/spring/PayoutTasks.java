package dev.baton.examples.spring;

import dev.baton.api.TaskType;
import dev.baton.api.Unique;

/** The tasks of this service. Their names are stored: they stay as they are. */
final class PayoutTasks {
  /** A request that came by Kafka is entered; the same payout is entered once. */
  static final TaskType<Payout, Void> REQUEST_PAYOUT =
      TaskType.of("REQUEST_PAYOUT", Payout.class).unique(payout -> Unique.idFrom(payout.id()));

  /** The bank is asked to pay. */
  static final TaskType<Payout, Void> PAY_OUT = TaskType.of("PAY_OUT", Payout.class);

  /** What the bank has paid is written down, and others are told. */
  static final TaskType<Payout, Void> BOOK_PAYOUT = TaskType.of("BOOK_PAYOUT", Payout.class);

  private PayoutTasks() {}
}

package dev.baton.jdbc.notify;

import java.util.concurrent.atomic.LongAdder;

/** Counts what a channel has done since it was created. Thread-safe. */
final class ChannelCounters {
  final LongAdder statements = new LongAdder();
  final LongAdder messages = new LongAdder();
  final LongAdder sent = new LongAdder();
  final LongAdder received = new LongAdder();
  final LongAdder echoes = new LongAdder();
  final LongAdder malformed = new LongAdder();
  final LongAdder unsent = new LongAdder();
  final LongAdder opened = new LongAdder();

  NotifyStats stats(boolean listening) {
    return new NotifyStats(
        listening,
        statements.sum(),
        messages.sum(),
        sent.sum(),
        received.sum(),
        malformed.sum(),
        unsent.sum(),
        opened.sum());
  }
}

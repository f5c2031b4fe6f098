package dev.baton.kafka;

import java.util.concurrent.atomic.LongAdder;

/** Counts for {@link KafkaTriggerCounts}. Thread-safe. */
final class TriggerCounters {
  final LongAdder sent = new LongAdder();
  final LongAdder received = new LongAdder();
  final LongAdder dropped = new LongAdder();
  final LongAdder unreadable = new LongAdder();

  KafkaTriggerCounts counts() {
    return new KafkaTriggerCounts(sent.sum(), received.sum(), dropped.sum(), unreadable.sum());
  }
}

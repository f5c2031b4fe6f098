package dev.baton.jdbc.notify;

import java.util.concurrent.atomic.LongAdder;

/** Counts what a channel has done since it was created. Thread-safe. */
final class ChannelCounters {
  /** Statements; each sends one or more notifications. */
  final LongAdder statements = new LongAdder();

  /** Notifications that were sent. */
  final LongAdder messages = new LongAdder();

  /** Hints in these notifications. */
  final LongAdder sent = new LongAdder();

  /** Hints that other nodes have sent for buckets of this node. */
  final LongAdder received = new LongAdder();

  /** Notifications in a format that this Baton version doesn't know. */
  final LongAdder malformed = new LongAdder();

  /** Hints that didn't fit or could not be sent; other nodes poll instead. */
  final LongAdder unsent = new LongAdder();

  /** Connections that have listened; more than one means that a connection was lost. */
  final LongAdder opened = new LongAdder();
}

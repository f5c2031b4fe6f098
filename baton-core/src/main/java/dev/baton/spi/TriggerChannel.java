package dev.baton.spi;

import dev.baton.task.Candidate;
import java.util.Collection;
import java.util.List;

/**
 * Carries hints between nodes. Lossy by contract: hints may be lost, doubled, late or reordered,
 * and everything still works; it is only slower. Thread-safe.
 */
public interface TriggerChannel extends AutoCloseable {

  /**
   * Starts to deliver what others publish for these buckets; for none where nothing is run. Doesn't
   * wait for the far side: where it is away, hints begin when it comes.
   */
  void open(Collection<String> buckets, Receiver receiver);

  /** Tells other nodes that these tasks are ready. Never blocks, never throws. */
  void publish(List<Candidate> ready);

  @Override
  void close();

  /** Takes hints in. Any thread; never blocks. What it throws hurts nobody. */
  @FunctionalInterface
  interface Receiver {
    /** These tasks are ready. */
    void ready(List<Candidate> ready);

    /** Hints may have been lost, or were too many to be sent: the store is to be looked at now. */
    default void missedSome() {}
  }

  /** No other nodes, or none that are told. */
  static TriggerChannel none() {
    return new TriggerChannel() {
      @Override
      public void open(Collection<String> buckets, Receiver receiver) {}

      @Override
      public void publish(List<Candidate> ready) {}

      @Override
      public void close() {}
    };
  }
}

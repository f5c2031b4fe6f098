package dev.baton.spi;

import dev.baton.task.Candidate;
import java.util.List;
import java.util.function.Consumer;

/**
 * Carries hints between nodes. Lossy by contract: hints may be lost, doubled, late or reordered,
 * and everything still works; it is only slower. Thread-safe.
 */
public interface TriggerChannel extends AutoCloseable {

  /** Starts to deliver what others publish. */
  void open(Consumer<List<Candidate>> receiver);

  /** Tells other nodes that these tasks are ready. Never blocks, never throws. */
  void publish(List<Candidate> ready);

  @Override
  void close();

  /** No other nodes, or none that are told. */
  static TriggerChannel none() {
    return new TriggerChannel() {
      @Override
      public void open(Consumer<List<Candidate>> receiver) {}

      @Override
      public void publish(List<Candidate> ready) {}

      @Override
      public void close() {}
    };
  }
}

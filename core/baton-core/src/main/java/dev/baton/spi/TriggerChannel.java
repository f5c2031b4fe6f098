package dev.baton.spi;

import dev.baton.task.row.Candidate;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * Sends hints between nodes, for example that a task is ready. If hints are lost, duplicated, late
 * or out of order, Baton still works, only slower. Thread-safe.
 */
public interface TriggerChannel extends AutoCloseable {

  /**
   * Starts to deliver the hints of other nodes for these buckets. A node that runs no tasks passes
   * no buckets. Doesn't wait for a connection: while the database or broker that carries the hints
   * is down, no hints arrive.
   */
  void open(Collection<String> buckets, Receiver receiver);

  /** Notifies other nodes that these tasks are ready. Never blocks, never throws. */
  void publish(List<Candidate> ready);

  /**
   * Notifies all other nodes, including clients, about the ends of tasks. Never blocks, never
   * throws. A channel that doesn't support such notices sends nothing; a waiting caller then polls.
   */
  default void publish(CompletionNotice notice) {}

  @Override
  void close();

  /**
   * A notice between nodes about the ends of tasks.
   *
   * @param kind whether a caller waits for the ends, or the tasks have ended
   */
  record CompletionNotice(Kind kind, List<UUID> tasks) {
    public CompletionNotice {
      tasks = List.copyOf(tasks);
    }

    /** The meaning of a notice. */
    public enum Kind {
      /** A caller on the sending node waits for these tasks to end. */
      AWAITED,
      /** The tasks have ended. Read the tasks to find out how they ended. */
      ENDED
    }
  }

  /**
   * Receives hints. A channel may call it on any thread, and catches its exceptions. An
   * implementation must not block.
   */
  @FunctionalInterface
  interface Receiver {
    /** Receives tasks that are ready. */
    void ready(List<Candidate> ready);

    /**
     * Reports that hints may have been lost or were too many to send. The node must read the store
     * now.
     */
    default void missedSome() {}

    /** Receives a notice about the ends of tasks. */
    default void noticed(CompletionNotice notice) {}
  }

  /** Returns a channel that sends nothing. The result is always the same object. */
  static TriggerChannel none() {
    return None.NONE;
  }

  /** A channel that sends nothing. */
  enum None implements TriggerChannel {
    NONE;

    @Override
    public void open(Collection<String> buckets, Receiver receiver) {}

    @Override
    public void publish(List<Candidate> ready) {}

    @Override
    public void close() {}
  }
}

package dev.baton.spi;

import dev.baton.task.Candidate;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

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

  /**
   * Tells all other nodes, clients among them, of the ends of tasks. Never blocks, never throws. A
   * channel that can't carry it carries nothing: a caller that waits reads again.
   */
  default void publish(CompletionNotice notice) {}

  @Override
  void close();

  /**
   * What nodes tell each other about the ends of tasks.
   *
   * @param kind whether the ends are waited for, or have come
   */
  record CompletionNotice(Kind kind, List<UUID> tasks) {
    public CompletionNotice {
      tasks = List.copyOf(tasks);
    }

    /** What is said of the tasks. */
    public enum Kind {
      /** A caller on the sending node waits for their ends. */
      AWAITED,
      /** They have ended; a look tells how. */
      ENDED
    }
  }

  /** Takes hints in. Any thread; never blocks. What it throws is caught by the channel. */
  @FunctionalInterface
  interface Receiver {
    /** These tasks are ready. */
    void ready(List<Candidate> ready);

    /** Hints may have been lost, or were too many to be sent: the store is to be looked at now. */
    default void missedSome() {}

    /** A caller waits for the ends of tasks, or they have come. */
    default void noticed(CompletionNotice notice) {}
  }

  /** Carries nothing; always the same. */
  static TriggerChannel none() {
    return None.NONE;
  }

  /** Carries nothing. */
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

package dev.baton.kafka.send;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;

/**
 * The node's only producer. The producer is created at its first use, and again when it has failed
 * and can't send. Thread-safe.
 */
final class SharedProducer {
  private static final Duration FOR_THE_LAST = Duration.ofSeconds(5);

  private final Supplier<? extends Producer<byte[], byte[]>> connection;
  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by the lock.
  private @Nullable Producer<byte[], byte[]> current;
  private boolean closed;

  /**
   * @param connection called for each new producer
   */
  SharedProducer(Supplier<? extends Producer<byte[], byte[]>> connection) {
    this.connection = connection;
  }

  /**
   * @throws IllegalStateException if it was closed
   */
  Producer<byte[], byte[]> get() {
    lock.lock();
    try {
      if (closed) {
        throw new IllegalStateException("The sender of Kafka messages was closed before its node");
      }
      if (current == null) {
        current = connection.get();
      }
      return current;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Makes the next caller get a new producer; other sends through this one fail and are retried.
   */
  void discard(Producer<byte[], byte[]> broken) {
    lock.lock();
    try {
      if (current != broken) {
        return;
      }
      current = null;
    } finally {
      lock.unlock();
    }
    broken.close(Duration.ZERO);
  }

  void close() {
    Producer<byte[], byte[]> last;
    lock.lock();
    try {
      closed = true;
      last = current;
      current = null;
    } finally {
      lock.unlock();
    }
    if (last != null) {
      last.close(FOR_THE_LAST);
    }
  }
}

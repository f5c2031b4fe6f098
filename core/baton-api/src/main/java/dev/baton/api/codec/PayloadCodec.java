package dev.baton.api.codec;

import dev.baton.api.error.PayloadException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.api.error.UnknownHereException;
import dev.baton.task.Bytes;

/**
 * Converts payloads, results, values of steps and values of signals to bytes and back.
 * Implementations must be thread-safe. The caller passes the class to read: the stored bytes must
 * never decide which class is created. Baton never passes null or a {@link Bytes}.
 *
 * <p>Set a codec with {@code TaskType.codec} or {@code SignalType.codec}, or for a whole node with
 * {@code Baton.Builder.codec}. Without one, Baton uses the first codec that {@link
 * java.util.ServiceLoader} finds and that works; baton-core registers JSON codecs for Jackson 3 and
 * 2.
 *
 * <p>If a codec throws another exception than those named below, the caller gets a {@link
 * PayloadException} that contains the class of that exception and its stack trace, but not its
 * message, which may quote the content.
 */
public interface PayloadCodec {

  /**
   * Returns the stored form of a value.
   *
   * @throws IllegalArgumentException if the value can't be encoded
   * @throws PayloadException if the value can't be encoded, and the message, which doesn't quote
   *     the value, says why
   * @throws StoreUnavailableException if something else that the codec needs, such as a key, is
   *     unavailable now
   */
  Bytes encode(Object value);

  /**
   * Returns the value that these stored bytes contain.
   *
   * @throws PayloadException if no node can read the bytes as a value of class {@code type}
   * @throws UnknownHereException if another node may be able to read the bytes, because that node
   *     has the key or a newer class
   * @throws StoreUnavailableException if something else that the codec needs, such as a key, is
   *     unavailable now; the attempt then fails, and the retry policy of the type decides about a
   *     retry
   */
  <T> T decode(Bytes bytes, Class<T> type);

  /**
   * Throws if this codec can never read values of this class. Before a node starts, it calls this
   * for the classes that each definition reads. By default, every class is accepted.
   *
   * @throws IllegalArgumentException if the codec can't read the class; the message says why
   */
  default void requireReadable(Class<?> type) {}
}

package dev.baton.api.codec;

import dev.baton.api.error.PayloadException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.api.error.UnknownHereException;
import dev.baton.task.Bytes;

/**
 * Converts payloads and results to bytes and back. Implementations must be thread-safe. The caller
 * passes the class to read: the stored bytes must never decide which class is created.
 */
public interface PayloadCodec {

  /**
   * Returns the stored form of a value.
   *
   * @throws IllegalArgumentException if the value can't be encoded
   */
  Bytes encode(Object value);

  /**
   * Returns the value that these stored bytes contain.
   *
   * @throws PayloadException if no node can read the bytes as a value of this class
   * @throws UnknownHereException if another node may be able to read the bytes, because that node
   *     has the key or a newer class
   * @throws StoreUnavailableException if something else that the codec needs, such as a key, is
   *     unavailable now; the attempt then fails, and the retry policy of the type decides about a
   *     retry
   */
  <T> T decode(Bytes bytes, Class<T> type);

  /**
   * Throws if this codec can never read values of this class. A node calls this once for each
   * definition, before it starts. By default, it accepts every class.
   *
   * @throws IllegalArgumentException if the codec can't read the class; the message says why
   */
  default void requireReadable(Class<?> type) {}
}

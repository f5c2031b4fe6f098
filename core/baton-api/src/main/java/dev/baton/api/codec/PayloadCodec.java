package dev.baton.api.codec;

import dev.baton.api.error.PayloadException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.api.error.UnknownHereException;
import dev.baton.task.Bytes;

/**
 * Converts payloads and results to bytes and back. Implementations must be thread-safe. The handler
 * always names the class to read: stored data never decides which class is created.
 */
public interface PayloadCodec {

  /**
   * Returns the stored form of a value.
   *
   * @throws IllegalArgumentException if the value can't be encoded
   */
  Bytes encode(Object value);

  /**
   * Returns the value of a stored form.
   *
   * @throws PayloadException if the bytes are not a value of this class on any node
   * @throws UnknownHereException if another node may be able to read them, because it has the key
   *     or a newer class
   * @throws StoreUnavailableException if something else that is needed, such as a key, is
   *     unavailable at present: the attempt fails and is retried by the retry policy of its type
   */
  <T> T decode(Bytes bytes, Class<T> type);

  /**
   * Refuses a class that this codec can never read. A node calls this once for each definition,
   * before it starts. By default no class is refused.
   *
   * @throws IllegalArgumentException if the class is refused; the message gives the reason
   */
  default void requireReadable(Class<?> type) {}
}

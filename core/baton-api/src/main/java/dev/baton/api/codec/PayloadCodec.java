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
   * @throws PayloadException when the bytes aren't such a value; no other node reads them better
   * @throws UnknownHereException when another node may be able to read them: it has the key, or a
   *     newer class
   * @throws StoreUnavailableException when what it needs besides the bytes, such as a key, can't be
   *     had now: the attempt fails and is retried as its type says
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

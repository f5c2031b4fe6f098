package dev.baton.api.codec;

import dev.baton.api.error.PayloadUnreadableException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.api.error.UnknownHereException;
import dev.baton.task.Bytes;

/**
 * Turns payloads and results into bytes and back. Thread-safe. The class to read is always the one
 * that the handler names: nothing stored decides which class is made.
 */
public interface PayloadCodec {

  /**
   * The stored form.
   *
   * @throws IllegalArgumentException when the value can't be written
   */
  Bytes encode(Object value);

  /**
   * The value of a stored form.
   *
   * @throws PayloadUnreadableException when the bytes aren't such a value; no other node reads them
   *     better
   * @throws UnknownHereException when another node may be able to read them: it has the key, or a
   *     newer class
   * @throws StoreUnavailableException when what it needs besides the bytes, such as a key, can't be
   *     had now: the attempt fails and is retried as its type says
   */
  <T> T decode(Bytes bytes, Class<T> type);

  /**
   * Refuses a class of which no stored form can be read. Asked once for each definition, before its
   * node starts; by default nothing is refused.
   *
   * @throws IllegalArgumentException with the reason
   */
  default void requireReadable(Class<?> type) {}
}

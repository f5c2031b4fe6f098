package dev.baton.crypto;

import org.jspecify.annotations.Nullable;

/**
 * A source of keys: a fixed set ({@link KeyRing}), or your own class that calls a key service. The
 * codec calls it for each payload that it writes or reads, on the same thread. So your class should
 * cache its keys. Thread-safe.
 */
public interface PayloadKeys {

  /**
   * Returns the key that encrypts new payloads. Before one node encrypts with a new key, all nodes
   * must be able to decrypt with it.
   *
   * @throws dev.baton.api.error.StoreUnavailableException while keys are unavailable; the add then
   *     fails
   */
  PayloadKey current();

  /**
   * Returns the key with this id, including old keys; null if this node doesn't have it.
   *
   * @throws dev.baton.api.error.StoreUnavailableException while keys are unavailable; the attempt
   *     then fails and is retried by the retry policy of its type
   */
  @Nullable PayloadKey find(String id);
}

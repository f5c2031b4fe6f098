package dev.baton.crypto;

import org.jspecify.annotations.Nullable;

/**
 * A source of keys: a fixed set ({@link KeyRing}), or your own class that calls a key service. It
 * must be thread-safe and should cache its keys, because the codec calls it for each payload that
 * it writes or reads, on the same thread.
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
   *     then fails, and the retry policy of its type decides about a retry
   */
  @Nullable PayloadKey find(String id);
}

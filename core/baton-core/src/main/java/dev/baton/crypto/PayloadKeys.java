package dev.baton.crypto;

import org.jspecify.annotations.Nullable;

/**
 * A source of keys: a fixed set ({@link KeyRing}), or your own class that calls a key service. The
 * codec calls it for each payload that is written or read, on the same thread, so let it cache its
 * keys. Thread-safe.
 */
public interface PayloadKeys {

  /**
   * Returns the key that encrypts new payloads. Every node must be able to read with a key before
   * any node writes with it.
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

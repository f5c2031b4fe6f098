package dev.baton.crypto;

import org.jspecify.annotations.Nullable;

/**
 * Where keys come from: a fixed set ({@link KeyRing}), or a key service by a class of your own.
 * Asked for each payload that is written or read, on the thread that does it, so let it remember
 * what it has. Thread-safe.
 */
public interface PayloadKeys {

  /**
   * The key that is written with from now on. Every node must be able to read it before any node
   * writes with it.
   *
   * @throws dev.baton.api.error.StoreUnavailableException while keys can't be had: an add then
   *     fails
   */
  PayloadKey current();

  /**
   * The key of this id, also an old one; null when there is none, which stops the task in ERROR.
   *
   * @throws dev.baton.api.error.StoreUnavailableException while keys can't be had: the attempt then
   *     fails and is retried as its type says
   */
  @Nullable PayloadKey find(String id);
}

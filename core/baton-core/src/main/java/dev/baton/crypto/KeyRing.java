package dev.baton.crypto;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A fixed set of keys, one of which encrypts new payloads. Immutable and thread-safe.
 *
 * <p>To rotate keys, first give all nodes a ring that also {@link #reads} the new key. Then give
 * them a ring whose current key is the new key and that reads the old one. Remove the old key only
 * when every task that was written with it has been deleted.
 */
public final class KeyRing implements PayloadKeys {
  private final PayloadKey current;
  private final SortedMap<String, PayloadKey> all;

  private KeyRing(PayloadKey current, SortedMap<String, PayloadKey> all) {
    this.current = current;
    this.all = Collections.unmodifiableSortedMap(all);
  }

  /** Returns a ring that encrypts and decrypts with this key. */
  public static KeyRing of(PayloadKey current) {
    return new KeyRing(current, new TreeMap<>(java.util.Map.of(current.id(), current)));
  }

  /**
   * Returns a ring that also decrypts with this key.
   *
   * @throws IllegalArgumentException if the ring has another key with the same id
   */
  public KeyRing reads(PayloadKey other) {
    SortedMap<String, PayloadKey> more = new TreeMap<>(all);
    if (more.putIfAbsent(other.id(), other) != null) {
      throw new IllegalArgumentException("The ring has two keys with the id " + other.id());
    }
    return new KeyRing(current, more);
  }

  @Override
  public PayloadKey current() {
    return current;
  }

  @Override
  public @Nullable PayloadKey find(String id) {
    return all.get(id);
  }

  @Override
  public String toString() {
    return "KeyRing(" + current.id() + " of " + all.keySet() + ")";
  }
}

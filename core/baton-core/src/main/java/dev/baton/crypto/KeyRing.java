package dev.baton.crypto;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A fixed set of keys, of which one is written with. Immutable and thread-safe.
 *
 * <p>To rotate: first give all nodes a ring that also {@link #reads} the new key, then one whose
 * current key it is and that reads the old one. The old key may leave when no task that was written
 * with it is kept any more.
 */
public final class KeyRing implements PayloadKeys {
  private final PayloadKey current;
  private final SortedMap<String, PayloadKey> all;

  private KeyRing(PayloadKey current, SortedMap<String, PayloadKey> all) {
    this.current = current;
    this.all = Collections.unmodifiableSortedMap(all);
  }

  /** Writes with this key and reads what was written with it. */
  public static KeyRing of(PayloadKey current) {
    return new KeyRing(current, new TreeMap<>(java.util.Map.of(current.id(), current)));
  }

  /** Also reads what was written with this key. */
  public KeyRing reads(PayloadKey other) {
    SortedMap<String, PayloadKey> more = new TreeMap<>(all);
    if (more.putIfAbsent(other.id(), other) != null) {
      throw new IllegalArgumentException("The ring has two keys called " + other.id());
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

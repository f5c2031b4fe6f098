package dev.baton.metrics;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps a tag's values few: the first so many are themselves, all others are one. A type name with
 * an id in it must not eat the memory of the service or of its monitoring. Thread-safe.
 */
final class BoundedTag {
  private static final String OTHERS = "(others)";

  private final int most;
  private final Set<String> known = ConcurrentHashMap.newKeySet();

  BoundedTag(int most) {
    this.most = most;
  }

  String of(String value) {
    if (known.contains(value)) {
      return value;
    }
    // Two threads may pass the bound together: the bound is for memory, not to the last one.
    return known.size() < most && known.add(value) ? value : knownOrOthers(value);
  }

  private String knownOrOthers(String value) {
    return known.contains(value) ? value : OTHERS;
  }
}

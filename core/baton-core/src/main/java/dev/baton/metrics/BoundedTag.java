package dev.baton.metrics;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Limits the number of values of a tag: further values become "(others)". Otherwise type names that
 * contain an id would use up the memory of the service and of its monitoring. Thread-safe.
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
    // Two threads may exceed the limit together: the limit protects memory and need not be exact.
    return known.size() < most && known.add(value) ? value : knownOrOthers(value);
  }

  private String knownOrOthers(String value) {
    return known.contains(value) ? value : OTHERS;
  }
}

package dev.baton.jdbc.node;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Counts what a node keeps in memory: the entries of every collection and array that can be reached
 * from it through fields of Baton's own classes. The node has stopped, so nothing changes.
 */
final class KeptEntries {
  private static final String OWN = "dev.baton.";

  private final TreeMap<String, Integer> most = new TreeMap<>();
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Object> open = new ArrayDeque<>();

  private KeptEntries() {}

  /** Returns the size of the largest collection of each field, by the field's class and name. */
  static TreeMap<String, Integer> of(Object node) throws IllegalAccessException {
    KeptEntries walk = new KeptEntries();
    walk.visit("", node);
    while (!walk.open.isEmpty()) {
      walk.look(walk.open.remove());
    }
    return walk.most;
  }

  private void look(Object owner) throws IllegalAccessException {
    for (Class<?> type = owner.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getName().startsWith(OWN) ? type.getDeclaredFields() : new Field[0]) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          field.setAccessible(true);
          visit(type.getName().substring(OWN.length()) + "." + field.getName(), field.get(owner));
        }
      }
    }
  }

  private void visit(String place, @Nullable Object value) {
    if (value == null || !seen.add(value)) {
      return;
    }
    if (value instanceof Map<?, ?> map) {
      List<Object> entries = new ArrayList<>(map.keySet());
      entries.addAll(map.values());
      count(place, map.size(), entries);
    } else if (value instanceof Collection<?> collection) {
      count(place, collection.size(), collection);
    } else if (value instanceof AtomicReference<?> reference) {
      visit(place, reference.get());
    } else if (value.getClass().isArray()) {
      // As a list: an array may contain nulls, which are not entries.
      List<?> held = value instanceof Object[] some ? Arrays.asList(some) : List.of();
      count(place, Array.getLength(value), held);
    } else if (value.getClass().getName().startsWith(OWN)) {
      open.add(value);
    }
  }

  private void count(String place, int size, Collection<?> entries) {
    most.merge(place, size, Math::max);
    entries.forEach(entry -> visit(place, entry));
  }
}

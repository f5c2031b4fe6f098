package dev.baton.engine;

import dev.baton.api.BucketOptions;
import dev.baton.api.TaskDefinition;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The task types this node can run. Immutable. */
public final class Definitions {
  private final Map<String, TaskDefinition> byType = new TreeMap<>();

  /**
   * @throws IllegalArgumentException when two definitions claim one type
   */
  public Definitions(Collection<TaskDefinition> definitions) {
    for (TaskDefinition definition : definitions) {
      if (byType.put(definition.type(), definition) != null) {
        throw new IllegalArgumentException(
            "The type " + definition.type() + " is defined twice; a type has one definition");
      }
    }
  }

  /** The definition of the type; null when this node doesn't know it. */
  public @Nullable TaskDefinition find(String type) {
    return byType.get(type);
  }

  /** The definition of a type this node has claimed. */
  public TaskDefinition get(String type) {
    TaskDefinition definition = byType.get(type);
    if (definition == null) {
      throw new IllegalStateException("A task of type " + type + " reached a node without it");
    }
    return definition;
  }

  public Collection<TaskDefinition> all() {
    return byType.values();
  }

  /** All buckets of the node: those listed, those that definitions name, and the default one. */
  public List<BucketOptions> buckets(Map<String, BucketOptions> listed) {
    Map<String, BucketOptions> all = new TreeMap<>(listed);
    all.computeIfAbsent(BucketOptions.DEFAULT, BucketOptions::named);
    for (TaskDefinition definition : all()) {
      all.computeIfAbsent(definition.bucket(), BucketOptions::named);
    }
    return List.copyOf(all.values());
  }
}

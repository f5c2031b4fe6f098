package dev.baton.host;

import dev.baton.api.TaskType;
import dev.baton.handler.TaskOptions;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Beans that define task types and options. They decide how the payloads of annotated methods are
 * read and how their tasks run. Not thread-safe.
 */
public final class TypeBeans {
  private final Map<String, TaskType<?, ?>> byName = new LinkedHashMap<>();
  private final Map<String, TaskOptions> options = new LinkedHashMap<>();
  private final Set<String> handled = new HashSet<>();

  /**
   * Collects these beans.
   *
   * @throws IllegalArgumentException if two beans define one type or its options
   */
  public TypeBeans(
      Iterable<? extends TaskType<?, ?>> types, Iterable<? extends TaskOptions> options) {
    types.forEach(this::add);
    for (TaskOptions bean : options) {
      String name = bean.type().name();
      if (this.options.putIfAbsent(name, bean) != null) {
        throw new IllegalArgumentException(
            "Two TaskOptions beans have the type '" + name + "'. Put all options into one of them");
      }
      add(bean.type());
    }
  }

  private void add(TaskType<?, ?> type) {
    TaskType<?, ?> other = byName.putIfAbsent(type.name(), type);
    if (other != null && other != type) {
      throw new IllegalArgumentException(
          "Two TaskType or TaskOptions beans name the type '"
              + type.name()
              + "' with different objects, so it is not defined which one the handler uses. Remove"
              + " one of them, or use the same constant in both");
    }
  }

  /** Returns the type of that name; empty if no bean defines it. */
  public Optional<TaskType<?, ?>> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** Returns the options of a type that a method handles; empty if no bean defines them. */
  Optional<TaskOptions> takeOptions(String type) {
    handled.add(type);
    return Optional.ofNullable(options.get(type));
  }

  /**
   * Requires that a method handles each type with options. Call it after the definitions of all
   * methods are created.
   *
   * @throws IllegalArgumentException if no method handles a type with options
   */
  public void requireAllTaken() {
    for (String type : options.keySet()) {
      if (!handled.contains(type)) {
        throw new IllegalArgumentException(
            "There are TaskOptions for type '"
                + type
                + "', but no @TaskHandler or @CronTask has that type"
                + (handled.isEmpty() ? "" : "; the existing types are " + new TreeSet<>(handled))
                + ". Correct the name, or set the options in the TaskDefinition that handles the"
                + " type");
      }
    }
  }
}

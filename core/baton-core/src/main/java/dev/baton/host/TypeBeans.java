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
 * The application's {@link TaskType} and {@link TaskOptions} beans. They define how the payloads of
 * annotated handler methods are read and how their tasks run. Not thread-safe.
 */
public final class TypeBeans {
  private final Map<String, TaskType<?, ?>> byName = new LinkedHashMap<>();
  private final Map<String, TaskOptions> options = new LinkedHashMap<>();
  private final Set<String> handled = new HashSet<>();

  /**
   * Collects the beans that define types and their options.
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

  /**
   * Returns the options of a type, and records that a method handles the type. Empty if no bean
   * defines options.
   */
  Optional<TaskOptions> takeOptions(String type) {
    handled.add(type);
    return Optional.ofNullable(options.get(type));
  }

  /**
   * Throws if a {@link TaskOptions} bean has a type that no method handles. Call it after you have
   * created the definitions of all methods.
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

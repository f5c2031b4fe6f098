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
 * The task types and options that are beans, which say how the tasks of methods are read and run.
 * Not thread-safe.
 */
public final class TypeBeans {
  private final Map<String, TaskType<?, ?>> byName = new LinkedHashMap<>();
  private final Map<String, TaskOptions> options = new LinkedHashMap<>();
  private final Set<String> handled = new HashSet<>();

  /**
   * Of these beans.
   *
   * @throws IllegalArgumentException when two of them say what one type is, or how it is run
   */
  public TypeBeans(
      Iterable<? extends TaskType<?, ?>> types, Iterable<? extends TaskOptions> options) {
    types.forEach(this::add);
    for (TaskOptions bean : options) {
      String name = bean.type().name();
      if (this.options.putIfAbsent(name, bean) != null) {
        throw new IllegalArgumentException(
            "Two TaskOptions beans are of type '" + name + "'. Say everything in one of them");
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
              + "' by different objects: which of them its handler reads by would be chance. Let"
              + " one stay, or give both the same constant");
    }
  }

  /** The type of that name. */
  public Optional<TaskType<?, ?>> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** The options of a type that a method handles. */
  Optional<TaskOptions> takeOptions(String type) {
    handled.add(type);
    return Optional.ofNullable(options.get(type));
  }

  /**
   * Called when the definitions of all methods were made.
   *
   * @throws IllegalArgumentException when there are options of a type that none of them handles
   */
  public void requireAllTaken() {
    for (String type : options.keySet()) {
      if (!handled.contains(type)) {
        throw new IllegalArgumentException(
            "There are TaskOptions of type '"
                + type
                + "', and no @TaskHandler or @CronTask has that type"
                + (handled.isEmpty() ? "" : "; those there are have " + new TreeSet<>(handled))
                + ". Mend the name, or let the TaskDefinition that handles the type say the options"
                + " itself");
      }
    }
  }
}

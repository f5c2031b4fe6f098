package dev.baton.host;

import dev.baton.api.TaskType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The task types that are beans, which say how the payloads of methods are read. Immutable. */
public final class TypeBeans {
  private final Map<String, TaskType<?, ?>> byName = new LinkedHashMap<>();

  /**
   * Of these beans.
   *
   * @throws IllegalArgumentException when two of them say what one type is
   */
  public TypeBeans(Iterable<? extends TaskType<?, ?>> beans) {
    for (TaskType<?, ?> bean : beans) {
      TaskType<?, ?> other = byName.putIfAbsent(bean.name(), bean);
      if (other != null && other != bean) {
        throw new IllegalArgumentException(
            "Two TaskType beans are named '"
                + bean.name()
                + "': which of them its handler reads by would be chance. Let one stay, or give"
                + " both the same constant");
      }
    }
  }

  /** The type of that name. */
  public Optional<TaskType<?, ?>> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }
}

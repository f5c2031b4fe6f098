package dev.baton.move;

import dev.baton.api.TaskRequest;
import dev.baton.schedule.Schedule;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Decides what happens to each task of an old engine. It is called again for a row that stays, and
 * for a row of a batch that is retried. Therefore it must have no side effects, and must return the
 * same result for the same row. If it throws an exception, the row stays in the old engine.
 * Thread-safe.
 *
 * <p>The command {@code baton move} finds a mapping with {@link java.util.ServiceLoader}.
 */
@FunctionalInterface
public interface Mapping {
  Carried of(OldTask task);

  /**
   * Returns a mapping that keeps each task's type and payload. Tasks that Baton would refuse stay
   * in the old engine.
   */
  static Mapping asIs() {
    return task -> {
      try {
        return Carried.task(task.request());
      } catch (IllegalArgumentException unfit) {
        return Carried.left(String.valueOf(unfit.getMessage()));
      }
    };
  }

  /** Returns a builder of a mapping by type. */
  static Builder builder() {
    return new Builder();
  }

  /**
   * Collects a mapping for each type. A type that ends with {@code *} is a prefix; the longest
   * matching prefix applies. Tasks of other types stay in the old engine.
   */
  final class Builder {
    private final Map<String, Mapping> exact = new TreeMap<>();
    private final NavigableMap<String, Mapping> prefixes = new TreeMap<>();

    private Builder() {}

    /** Takes over tasks of these types unchanged. */
    public Builder same(String... types) {
      for (String type : types) {
        put(type, asIs());
      }
      return this;
    }

    /** Takes over tasks of this type as the function's results. */
    public Builder type(String type, Function<OldTask, TaskRequest<?, ?>> request) {
      return put(type, task -> Carried.task(request.apply(task)));
    }

    /** Turns a recurring task of this type into a schedule. */
    public Builder recurring(String type, Function<OldTask, Schedule> schedule) {
      return put(type, task -> Carried.schedule(schedule.apply(task)));
    }

    /** Leaves tasks of this type in the old engine. */
    public Builder left(String type, String reason) {
      return put(type, task -> Carried.left(reason));
    }

    private Builder put(String type, Mapping mapping) {
      if (type.endsWith("*")) {
        prefixes.put(type.substring(0, type.length() - 1), mapping);
      } else {
        exact.put(type, mapping);
      }
      return this;
    }

    public Mapping build() {
      Map<String, Mapping> named = Map.copyOf(exact);
      NavigableMap<String, Mapping> beginnings = new TreeMap<>(prefixes).descendingMap();
      return task -> {
        Mapping found = named.get(task.type());
        if (found == null) {
          // The longest prefix comes first: of two prefixes of a type, the longer one is later in
          // the order.
          found =
              beginnings.entrySet().stream()
                  .filter(prefix -> task.type().startsWith(prefix.getKey()))
                  .map(Map.Entry::getValue)
                  .findFirst()
                  .orElse(unnamed -> Carried.left("The mapping doesn't name this type"));
        }
        return found.of(task);
      };
    }
  }
}

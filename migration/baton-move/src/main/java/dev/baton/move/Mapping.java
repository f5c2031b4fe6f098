package dev.baton.move;

import dev.baton.api.TaskRequest;
import dev.baton.schedule.Schedule;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Decides what becomes of each task of an old engine. It is asked again for a row that stays, and
 * for a row of a batch that is tried again, so it does nothing but answer, and answers alike for
 * the same row. What it throws leaves the row where it is. Thread-safe.
 *
 * <p>{@code baton move} finds one by {@link java.util.ServiceLoader}.
 */
@FunctionalInterface
public interface Mapping {
  Carried of(OldTask task);

  /** Each task under the type and with the payload that it has. */
  static Mapping asIs() {
    return task -> Carried.task(task.request());
  }

  /** A mapping by type. */
  static Builder builder() {
    return new Builder();
  }

  /**
   * Collects what becomes of each type. A type that ends with {@code *} stands for all that begin
   * so; the longest that fits counts. Types that nothing names stay.
   */
  final class Builder {
    private final Map<String, Mapping> exact = new TreeMap<>();
    private final NavigableMap<String, Mapping> prefixes = new TreeMap<>();

    private Builder() {}

    /** These types as they are. */
    public Builder same(String... types) {
      for (String type : types) {
        put(type, asIs());
      }
      return this;
    }

    /** Tasks of this type become what the function makes of each. */
    public Builder type(String type, Function<OldTask, TaskRequest<?, ?>> request) {
      return put(type, task -> Carried.task(request.apply(task)));
    }

    /** A recurring task of this type becomes a schedule. */
    public Builder recurring(String type, Function<OldTask, Schedule> schedule) {
      return put(type, task -> Carried.schedule(schedule.apply(task)));
    }

    /** Tasks of this type stay. */
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
          // The longest first: of two beginnings of one type, the longer is the later in order.
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

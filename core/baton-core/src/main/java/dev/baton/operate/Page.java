package dev.baton.operate;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list.
 *
 * @param items in the list's order
 * @param next where the next page begins; null when this is the last. A page that has one may be
 *     short, or empty: the search stopped there
 */
public record Page<T>(List<T> items, @Nullable Cursor next) {
  /** Entries a page may have. */
  public static final int MAX_SIZE = 500;

  public Page {
    items = List.copyOf(items);
  }

  /**
   * The page of what was found when so many were asked for: with fewer it is the last.
   *
   * @param place where an item stands
   */
  public static <T> Page<T> of(List<T> found, int size, Function<T, Cursor> place) {
    return new Page<>(found, found.size() < size ? null : place.apply(found.get(size - 1)));
  }

  /** Refuses a size no page has. */
  public static void requireSize(int size) {
    if (size < 1 || size > MAX_SIZE) {
      throw new IllegalArgumentException(
          "A page has 1-"
              + MAX_SIZE
              + " entries, not "
              + size
              + "; ask for the next with its cursor");
    }
  }
}

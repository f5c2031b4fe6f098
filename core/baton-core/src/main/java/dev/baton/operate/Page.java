package dev.baton.operate;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A part of a list.
 *
 * @param items the entries, in the list's order
 * @param next the cursor of the next page; empty if this is the last page. If the search stopped
 *     early, the page may be short or even empty although a next page exists
 */
public record Page<T>(List<T> items, Optional<Cursor> next) {
  /** Maximum number of entries of a page. */
  public static final int MAX_SIZE = 500;

  public Page {
    items = List.copyOf(items);
  }

  /**
   * Returns a page with these entries. It is the last page if there are fewer entries than {@code
   * size}.
   *
   * @param place returns the cursor of an entry
   */
  public static <T> Page<T> of(List<T> found, int size, Function<T, Cursor> place) {
    return new Page<>(
        found,
        found.size() < size ? Optional.empty() : Optional.of(place.apply(found.get(size - 1))));
  }

  /** Throws an IllegalArgumentException if the size is not 1 to {@link #MAX_SIZE}. */
  public static void requireSize(int size) {
    if (size < 1 || size > MAX_SIZE) {
      throw new IllegalArgumentException(
          "The size of a page must be 1-"
              + MAX_SIZE
              + " entries, not "
              + size
              + "; read the next page with its cursor");
    }
  }
}

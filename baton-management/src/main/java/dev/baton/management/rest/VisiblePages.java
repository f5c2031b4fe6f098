package dev.baton.management.rest;

import dev.baton.api.Cursor;
import dev.baton.api.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads a list page by page and leaves out what its caller may not see, as if that weren't there: a
 * page is full where there is more, and its cursor is the place of its last entry.
 */
final class VisiblePages<T> {
  /**
   * Entries that are looked at for one page; who may see so few of them names more of the filter.
   */
  static final int MOST_LOOKED_AT = 20_000;

  /** The list itself. */
  @FunctionalInterface
  interface Source<T> {
    Page<T> read(@Nullable Cursor after, int size);
  }

  private final Source<T> source;
  private final Predicate<T> visible;
  private final Function<T, Cursor> place;

  VisiblePages(Source<T> source, Predicate<T> visible, Function<T, Cursor> place) {
    this.source = source;
    this.visible = visible;
    this.place = place;
  }

  Page<T> page(@Nullable Cursor after, int limit) {
    List<T> seen = new ArrayList<>();
    @Nullable Cursor next = after;
    int lookedAt = 0;
    // One more than is shown tells whether there is a next page.
    do {
      Page<T> page =
          source.read(next, Math.min(Page.MOST, sizeFor(limit + 1 - seen.size(), lookedAt)));
      page.items().stream().filter(visible).forEach(seen::add);
      lookedAt += page.items().size();
      next = page.next();
    } while (next != null && seen.size() <= limit && lookedAt < MOST_LOOKED_AT);
    if (next != null && seen.size() <= limit) {
      throw new Refused(
          400,
          "You may see so little of what this finds that it would take too long: name a type,"
              + " bucket or key");
    }
    return seen.size() <= limit
        ? new Page<>(seen, null)
        : new Page<>(seen.subList(0, limit), place.apply(seen.get(limit - 1)));
  }

  /** Larger pages once it turns out that much is left out. */
  private static int sizeFor(int wanted, int lookedAt) {
    return lookedAt == 0 ? wanted : Page.MOST;
  }
}

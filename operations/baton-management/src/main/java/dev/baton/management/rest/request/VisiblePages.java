package dev.baton.management.rest.request;

import dev.baton.operate.Cursor;
import dev.baton.operate.Listing;
import dev.baton.operate.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads a list page by page and leaves out entries that the caller may not see, as if they didn't
 * exist. A page is full if more entries follow, and its cursor is the place of its last entry.
 *
 * @param <T> an entry
 */
public final class VisiblePages<T> {
  /**
   * Maximum number of entries that are read for one page. A caller who may see fewer of them must
   * narrow the filter.
   */
  public static final int MAX_TASKS_READ = 20_000;

  /** Reads the underlying list. */
  @FunctionalInterface
  public interface Source<T> {
    Page<T> read(@Nullable Cursor after, int size);
  }

  private final Source<T> source;
  private final Predicate<T> visible;
  private final Function<T, Cursor> place;
  private final BooleanSupplier nothingIsHidden;

  public VisiblePages(Source<T> source, Predicate<T> visible, Function<T, Cursor> place) {
    this(source, visible, place, () -> false);
  }

  /**
   * Creates a reader.
   *
   * @param nothingIsHidden whether the caller may see everything that is read: then a part that the
   *     source ended early is a separate page, and its cursor says where to continue
   */
  public VisiblePages(
      Source<T> source,
      Predicate<T> visible,
      Function<T, Cursor> place,
      BooleanSupplier nothingIsHidden) {
    this.source = source;
    this.visible = visible;
    this.place = place;
    this.nothingIsHidden = nothingIsHidden;
  }

  /** Reads a part of a list, from its start or after this place. */
  public static <T> Page<T> read(Listing<T> list, @Nullable Cursor after, int size) {
    return (after == null ? list : list.from(after)).page(size);
  }

  public Page<T> page(@Nullable Cursor after, int limit) {
    List<T> seen = new ArrayList<>();
    @Nullable Cursor next = after;
    int lookedAt = 0;
    // Reads one entry more than is shown, to know whether a next page exists.
    do {
      int size = Math.min(Page.MAX_SIZE, sizeFor(limit + 1 - seen.size(), lookedAt));
      Page<T> part = source.read(next, size);
      part.items().stream().filter(visible).forEach(seen::add);
      next = part.next().orElse(null);
      boolean endedEarly = next != null && part.items().size() < size;
      if (endedEarly && seen.size() <= limit && nothingIsHidden.getAsBoolean()) {
        return new Page<>(seen, part.next());
      }
      // A source ends a part early when it has read as much as a page allows.
      lookedAt += endedEarly ? MAX_TASKS_READ : part.items().size();
    } while (next != null && seen.size() <= limit && lookedAt < MAX_TASKS_READ);
    if (next != null && seen.size() <= limit) {
      throw new HttpProblem(
          ProblemKind.SEARCH_TOO_WIDE,
          "You may see so few of the matching tasks that the search takes too long: name a type,"
              + " bucket or key, or start later in the list");
    }
    return seen.size() <= limit
        ? new Page<>(seen, Optional.empty())
        : Page.of(seen.subList(0, limit), limit, place);
  }

  /** Reads larger parts once it is clear that many entries are hidden. */
  private static int sizeFor(int wanted, int lookedAt) {
    return lookedAt == 0 ? wanted : Page.MAX_SIZE;
  }
}

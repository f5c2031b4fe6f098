package dev.baton.operate;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A list that is read page by page. Iterate over it, or read single pages, for example for a user
 * interface. Each iteration reads the list again from its start. Immutable; creating a listing
 * reads nothing.
 *
 * <pre>{@code
 * for (TaskInfo task : operations.search(TaskFilter.all().type(PAY).status(Status.ERROR))) {
 *   ...
 * }
 * }</pre>
 */
public final class Listing<T> implements Iterable<T> {
  private final Source<T> source;
  private final @Nullable Cursor start;

  private Listing(Source<T> source, @Nullable Cursor start) {
    this.source = source;
    this.start = start;
  }

  /** Reads the pages of a list. */
  @FunctionalInterface
  public interface Source<T> {
    /**
     * Reads a page.
     *
     * @param after the position after which the page begins; null for the first page
     */
    Page<T> page(@Nullable Cursor after, int size);
  }

  /** Returns a list that reads its pages from this source. */
  public static <T> Listing<T> of(Source<T> source) {
    return new Listing<>(source, null);
  }

  /**
   * Returns the rest of the list after this position, which is {@link Page#next} of the previous
   * page.
   */
  public Listing<T> from(Cursor cursor) {
    return new Listing<>(source, cursor);
  }

  /**
   * Reads one page.
   *
   * @param size 1 to {@link Page#MAX_SIZE}
   */
  public Page<T> page(int size) {
    Page.requireSize(size);
    return source.page(start, size);
  }

  /** Reads the first entry; empty if the list is empty. */
  public Optional<T> first() {
    Iterator<T> entries = new Pages(1);
    return entries.hasNext() ? Optional.of(entries.next()) : Optional.empty();
  }

  /** Returns an iterator over all entries. It reads pages of {@link Page#MAX_SIZE}. */
  @Override
  public Iterator<T> iterator() {
    return new Pages(Page.MAX_SIZE);
  }

  /**
   * Returns a stream of all entries. It reads pages of {@link Page#MAX_SIZE} only as the stream
   * needs them.
   */
  public Stream<T> stream() {
    return StreamSupport.stream(
        Spliterators.spliteratorUnknownSize(iterator(), Spliterator.ORDERED | Spliterator.NONNULL),
        false);
  }

  /** Iterates over the entries of all pages. One thread uses it. */
  private final class Pages implements Iterator<T> {
    private final int size;
    private Iterator<T> some;
    private @Nullable Cursor next;

    Pages(int size) {
      this.size = size;
      Page<T> page = source.page(start, size);
      this.some = page.items().iterator();
      this.next = page.next();
    }

    @Override
    public boolean hasNext() {
      // A page may be empty because its search stopped early, and still have a next page.
      while (!some.hasNext() && next != null) {
        Page<T> page = source.page(next, size);
        some = page.items().iterator();
        next = page.next();
      }
      return some.hasNext();
    }

    @Override
    public T next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return some.next();
    }
  }
}

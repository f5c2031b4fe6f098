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
 * A list that is read page by page. Iterate over it, or read its pages where a person turns them.
 * Each iteration reads the list again, to its end. Immutable; making one reads nothing.
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
     * @param after the place it begins after; null for the beginning
     */
    Page<T> page(@Nullable Cursor after, int size);
  }

  /** Returns the list that is read so. */
  public static <T> Listing<T> of(Source<T> source) {
    return new Listing<>(source, null);
  }

  /** Returns the rest of the list after this place: {@link Page#next} of the page before. */
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

  /** Reads the first entry. */
  public Optional<T> first() {
    Iterator<T> entries = new Pages(1);
    return entries.hasNext() ? Optional.of(entries.next()) : Optional.empty();
  }

  /** Reads all entries, in pages of {@link Page#MAX_SIZE}. */
  @Override
  public Iterator<T> iterator() {
    return new Pages(Page.MAX_SIZE);
  }

  /** Reads all entries, in pages of {@link Page#MAX_SIZE}, as far as the stream takes them. */
  public Stream<T> stream() {
    return StreamSupport.stream(
        Spliterators.spliteratorUnknownSize(iterator(), Spliterator.ORDERED | Spliterator.NONNULL),
        false);
  }

  /** The entries of one page after the other. Used by one thread. */
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
      // A page that ended early may be empty, and still have another after it.
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

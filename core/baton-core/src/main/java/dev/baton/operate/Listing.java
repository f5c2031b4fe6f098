package dev.baton.operate;

import java.util.Iterator;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

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
public interface Listing<T> extends Iterable<T> {

  /**
   * Returns the rest of the list after a position, which is {@link Page#next} of the previous page.
   */
  Listing<T> from(Cursor cursor);

  /**
   * Reads one page.
   *
   * @param size maximum number of entries, 1 to {@link Page#MAX_SIZE}
   */
  Page<T> page(int size);

  /** Reads the first entry; empty if the list is empty. */
  default Optional<T> first() {
    Iterator<T> entries = new PagedEntries<>(this, 1);
    return entries.hasNext() ? Optional.of(entries.next()) : Optional.empty();
  }

  /** Returns an iterator over all entries, which reads pages of {@link Page#MAX_SIZE}. */
  @Override
  default Iterator<T> iterator() {
    return new PagedEntries<>(this, Page.MAX_SIZE);
  }

  /**
   * Returns a stream of all entries, which reads a page of {@link Page#MAX_SIZE} only when it needs
   * the next entries.
   */
  default Stream<T> stream() {
    return StreamSupport.stream(
        Spliterators.spliteratorUnknownSize(iterator(), Spliterator.ORDERED | Spliterator.NONNULL),
        false);
  }
}

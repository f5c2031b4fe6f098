package dev.baton.engine.operate;

import dev.baton.operate.Cursor;
import dev.baton.operate.Listing;
import dev.baton.operate.Page;
import org.jspecify.annotations.Nullable;

/** A list whose pages a source reads. Immutable. */
record PagedListing<T>(Source<T> source, @Nullable Cursor start) implements Listing<T> {

  /** Reads the pages of a list. */
  @FunctionalInterface
  interface Source<T> {
    /**
     * Reads a page.
     *
     * @param after the place it begins after; null for the beginning
     */
    Page<T> page(@Nullable Cursor after, int size);
  }

  /** Returns the list that is read so. */
  static <T> Listing<T> of(Source<T> source) {
    return new PagedListing<>(source, null);
  }

  @Override
  public Listing<T> from(Cursor cursor) {
    return new PagedListing<>(source, cursor);
  }

  @Override
  public Page<T> page(int size) {
    Page.requireSize(size);
    return source.page(start, size);
  }
}

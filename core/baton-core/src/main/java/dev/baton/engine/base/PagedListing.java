package dev.baton.engine.base;

import dev.baton.operate.Cursor;
import dev.baton.operate.Listing;
import dev.baton.operate.Page;
import org.jspecify.annotations.Nullable;

/** A listing that reads its pages from a source. Immutable. */
public record PagedListing<T>(Source<T> source, @Nullable Cursor start) implements Listing<T> {

  /** Reads the pages of a listing. */
  @FunctionalInterface
  public interface Source<T> {
    /**
     * Reads a page.
     *
     * @param after the page begins after this place; null to begin with the first entry
     */
    Page<T> page(@Nullable Cursor after, int size);
  }

  /** Returns a listing that reads from this source. */
  public static <T> Listing<T> of(Source<T> source) {
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

package dev.baton.operate;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** The entries of one page after the other. Used by one thread. */
final class PagedEntries<T> implements Iterator<T> {
  private final Listing<T> listing;
  private final int size;
  private Page<T> page;
  private Iterator<T> some;

  PagedEntries(Listing<T> listing, int size) {
    this.listing = listing;
    this.size = size;
    this.page = listing.page(size);
    this.some = page.items().iterator();
  }

  @Override
  public boolean hasNext() {
    // A page that ended early may be empty, and still have another after it.
    while (!some.hasNext() && page.next().isPresent()) {
      page = listing.from(page.next().get()).page(size);
      some = page.items().iterator();
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

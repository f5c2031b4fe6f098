package dev.baton.operate;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** Iterates over the entries of all pages. Only one thread may use it. */
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
    // An empty page may have a next page, because its search stopped early.
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

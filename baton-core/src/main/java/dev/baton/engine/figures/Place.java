package dev.baton.engine.figures;

import dev.baton.spi.FiguresStore;
import java.util.Comparator;

/** Where something is counted: a type in a bucket. */
record Place(String bucket, String type) implements Comparable<Place> {
  private static final Comparator<Place> ORDER =
      Comparator.comparing(Place::bucket).thenComparing(Place::type);

  /** For all that would make them too many. */
  static final Place OTHERS = new Place(FiguresStore.OTHERS, FiguresStore.OTHERS);

  @Override
  public int compareTo(Place other) {
    return ORDER.compare(this, other);
  }
}

package dev.baton.examples.payouts.demo;

import dev.baton.examples.payouts.Adder;
import dev.baton.examples.payouts.input.InputRow;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Counts of the rows read so far. The importer counts; any thread may read. */
final class ImportCounts {
  /** How many malformed rows are kept verbatim. */
  static final int KEPT = 20;

  private final AtomicLong malformed = new AtomicLong();
  private final AtomicLong added = new AtomicLong();
  private final AtomicLong duplicates = new AtomicLong();
  private final AtomicLong valid = new AtomicLong();
  private final List<InputRow.Malformed> firstMalformed = new CopyOnWriteArrayList<>();

  void read(InputRow row) {
    if (row instanceof InputRow.Malformed broken) {
      if (malformed.incrementAndGet() <= KEPT) {
        firstMalformed.add(broken);
      }
    } else {
      valid.incrementAndGet();
    }
  }

  void ended(Adder.Added added) {
    (added == Adder.Added.DUPLICATE ? duplicates : this.added).incrementAndGet();
  }

  /** Returns the number of all rows of data, malformed ones included. */
  long rows() {
    return valid() + malformed();
  }

  long valid() {
    return valid.get();
  }

  long malformed() {
    return malformed.get();
  }

  /** Returns the first malformed rows; more may exist. */
  List<InputRow.Malformed> firstMalformed() {
    return List.copyOf(firstMalformed);
  }

  /**
   * Returns the number of payouts that exist: added by this process or, in a resumed run, by an
   * earlier one.
   */
  long added() {
    return added.get();
  }

  long duplicates() {
    return duplicates.get();
  }
}

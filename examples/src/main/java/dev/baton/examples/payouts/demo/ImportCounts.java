package dev.baton.examples.payouts.demo;

import dev.baton.examples.payouts.Adder;
import dev.baton.examples.payouts.input.InputRow;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** What became of the rows read so far. Counted by the importer, read by anybody. */
final class ImportCounts {
  /** Malformed rows that are kept word for word. */
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

  /** All rows of data, malformed ones included. */
  long rows() {
    return valid() + malformed();
  }

  long valid() {
    return valid.get();
  }

  long malformed() {
    return malformed.get();
  }

  /** The first malformed rows; there may be more. */
  List<InputRow.Malformed> firstMalformed() {
    return List.copyOf(firstMalformed);
  }

  /** Payouts that exist now: added by this process or, in a resumed run, by one before it. */
  long added() {
    return added.get();
  }

  long duplicates() {
    return duplicates.get();
  }
}

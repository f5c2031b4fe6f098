package dev.baton.examples.payouts.input;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One record of a CSV file.
 *
 * @param line the physical line where the record starts; the first is 1
 * @param fields its fields, without quotes; empty if the record is unreadable
 * @param problem why the record is unreadable, or null
 */
record CsvRecord(long line, List<String> fields, @Nullable String problem) {
  static CsvRecord of(long line, List<String> fields) {
    return new CsvRecord(line, List.copyOf(fields), null);
  }

  static CsvRecord broken(long line, String problem) {
    return new CsvRecord(line, List.of(), problem);
  }
}

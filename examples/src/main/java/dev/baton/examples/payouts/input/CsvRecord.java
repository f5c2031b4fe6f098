package dev.baton.examples.payouts.input;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One record of a CSV file.
 *
 * @param line the physical line it starts on; the first is 1
 * @param fields its fields, without quotes; empty when it can't be read
 * @param problem why it can't be read, or null
 */
record CsvRecord(long line, List<String> fields, @Nullable String problem) {
  static CsvRecord of(long line, List<String> fields) {
    return new CsvRecord(line, List.copyOf(fields), null);
  }

  static CsvRecord broken(long line, String problem) {
    return new CsvRecord(line, List.of(), problem);
  }
}

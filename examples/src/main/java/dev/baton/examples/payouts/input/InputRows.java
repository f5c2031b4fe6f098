package dev.baton.examples.payouts.input;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Reads the rows of an input one after the other. Used by one thread. */
public final class InputRows implements AutoCloseable {
  private final CsvReader csv;
  private long number;

  InputRows(InputStream utf8) {
    csv = new CsvReader(utf8);
  }

  /** Reads the first line, which must contain the column names. */
  void requireHeader(String name) throws IOException, CannotRun {
    CsvRecord header = csv.next();
    if (header == null || !header.fields().equals(RowRules.COLUMNS)) {
      throw new CannotRun(
          "The input "
              + name
              + " doesn't begin with the header "
              + String.join(",", RowRules.COLUMNS));
    }
  }

  /** Returns the next row, or null at the end. */
  public @Nullable InputRow next() throws IOException {
    CsvRecord record = csv.next();
    return record == null ? null : RowRules.row(++number, record);
  }

  @Override
  public void close() throws IOException {
    csv.close();
  }
}

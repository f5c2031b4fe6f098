package dev.baton.examples.payouts.input;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads CSV as RFC 4180 describes it. Quoted fields may contain commas, doubled quotes and line
 * breaks. Lines end with CR LF or LF. Blanks belong to their field. Empty lines are no records.
 *
 * <p>The reader returns an unreadable record as broken and continues with the next physical line,
 * even if a quote was never closed. No library does this: the known ones stop, or let one stray
 * quote swallow all following lines. Used by one thread.
 */
public final class CsvReader implements AutoCloseable {
  private static final char NOT_UTF_8 = '\uFFFD';

  private final CsvLines lines;
  private long line;

  CsvReader(InputStream utf8) {
    lines = new CsvLines(utf8);
  }

  /** Returns the next record, or null at the end. */
  @Nullable CsvRecord next() throws IOException {
    String first = nextNotEmpty();
    return first == null ? null : record(first);
  }

  private @Nullable String nextNotEmpty() throws IOException {
    String next = lines.next();
    line++;
    while (next != null && (next.equals("\n") || next.equals("\r\n") || next.equals("\r"))) {
      next = lines.next();
      line++;
    }
    return next;
  }

  private CsvRecord record(String first) throws IOException {
    CsvParse parse = new CsvParse();
    CsvParse.Standing standing = parse.feed(first);
    List<String> more = new ArrayList<>();
    int length = first.length();
    while (standing == CsvParse.Standing.IN_QUOTES && length <= CsvLines.LONGEST) {
      String next = lines.next();
      if (next == null) {
        break;
      }
      more.add(next);
      length += next.length();
      standing = parse.feed(next);
    }
    if (length > CsvLines.LONGEST) {
      return broken(more, "it is longer than " + CsvLines.LONGEST + " characters");
    }
    return switch (standing) {
      case IN_QUOTES -> broken(more, "a quote is opened and never closed");
      case TEXT_AFTER_QUOTE -> broken(more, "text follows a closing quote");
      case COMPLETE -> complete(parse.fields(), more);
    };
  }

  private CsvRecord complete(List<String> fields, List<String> more) {
    if (fields.stream().anyMatch(field -> field.indexOf(NOT_UTF_8) >= 0)) {
      return broken(more, "it isn't UTF-8");
    }
    CsvRecord record = CsvRecord.of(line, fields);
    line += more.size();
    return record;
  }

  private CsvRecord broken(List<String> more, String problem) {
    lines.giveBack(more);
    return CsvRecord.broken(line, problem);
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}

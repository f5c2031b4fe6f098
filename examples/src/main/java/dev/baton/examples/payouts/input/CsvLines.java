package dev.baton.examples.payouts.input;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The physical lines of a UTF-8 text, each with its line end, so that line breaks inside quotes
 * don't change. A caller can push lines back. Used by one thread.
 */
final class CsvLines implements AutoCloseable {
  /** A longer line is cut, so that no file can fill the memory. */
  static final int LONGEST = 1_000_000;

  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final BufferedReader text;
  private final Deque<String> givenBack = new ArrayDeque<>();
  private boolean atStart = true;

  CsvLines(InputStream utf8) {
    // Bytes that aren't UTF-8 become U+FFFD, and the record that contains them is refused.
    text = new BufferedReader(new InputStreamReader(utf8, StandardCharsets.UTF_8), 1 << 16);
  }

  /** Returns the next line with its line end, or null at the end of the text. */
  @Nullable String next() throws IOException {
    String again = givenBack.poll();
    return again == null ? read() : again;
  }

  /** Pushes these lines back: they come next, in this order. */
  void giveBack(List<String> lines) {
    for (int i = lines.size() - 1; i >= 0; i--) {
      givenBack.push(lines.get(i));
    }
  }

  private @Nullable String read() throws IOException {
    StringBuilder line = new StringBuilder();
    int next;
    while ((next = text.read()) >= 0) {
      boolean mark = atStart && next == BYTE_ORDER_MARK;
      atStart = false;
      if (!mark && (line.length() <= LONGEST || next == '\n')) {
        line.append((char) next);
      }
      if (next == '\n') {
        break;
      }
    }
    return line.isEmpty() ? null : line.toString();
  }

  @Override
  public void close() throws IOException {
    text.close();
  }
}

package dev.baton.examples.payouts.input;

import java.util.ArrayList;
import java.util.List;

/** Parses one record, line by line until it is complete. Used by one thread. */
final class CsvParse {
  /** State of the parse after a line. */
  enum Standing {
    COMPLETE,
    /** Inside quotes: the record continues on the next line. */
    IN_QUOTES,
    /** A character other than a comma follows a closing quote. */
    TEXT_AFTER_QUOTE
  }

  private enum In {
    FIELD_START,
    PLAIN,
    QUOTES,
    /**
     * After a quote inside quotes: either the end of the field or the first half of a doubled
     * quote.
     */
    MAYBE_END
  }

  private final List<String> fields = new ArrayList<>();
  private final StringBuilder field = new StringBuilder();
  private In in = In.FIELD_START;

  List<String> fields() {
    return fields;
  }

  /** Parses a line with its line end. */
  Standing feed(String line) {
    int end = withoutLineEnd(line);
    for (int i = 0; i < line.length(); i++) {
      boolean over = i >= end;
      if (over && in != In.QUOTES) {
        break;
      }
      if (!take(line.charAt(i))) {
        return Standing.TEXT_AFTER_QUOTE;
      }
    }
    if (in == In.QUOTES) {
      return Standing.IN_QUOTES;
    }
    endField();
    return Standing.COMPLETE;
  }

  private boolean take(char c) {
    switch (in) {
      case FIELD_START -> start(c);
      case PLAIN -> plain(c);
      case QUOTES -> quoted(c);
      case MAYBE_END -> {
        if (c == '"') {
          field.append(c);
          in = In.QUOTES;
        } else if (c == ',') {
          endField();
        } else {
          return false;
        }
      }
    }
    return true;
  }

  private void start(char c) {
    if (c == '"') {
      in = In.QUOTES;
    } else {
      in = In.PLAIN;
      plain(c);
    }
  }

  private void plain(char c) {
    if (c == ',') {
      endField();
    } else {
      field.append(c);
    }
  }

  private void quoted(char c) {
    if (c == '"') {
      in = In.MAYBE_END;
    } else {
      field.append(c);
    }
  }

  private void endField() {
    fields.add(field.toString());
    field.setLength(0);
    in = In.FIELD_START;
  }

  private static int withoutLineEnd(String line) {
    if (line.endsWith("\r\n")) {
      return line.length() - 2;
    }
    return line.endsWith("\n") || line.endsWith("\r") ? line.length() - 1 : line.length();
  }
}

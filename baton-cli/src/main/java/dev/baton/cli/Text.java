package dev.baton.cli;

/**
 * Stored text on a terminal: how much room it takes, and that it can do nothing there. A task's
 * error may hold what moves a cursor or turns a line round.
 */
final class Text {
  private static final String CUT = "...";

  private Text() {}

  /** In one line, harmless. */
  static String line(String text) {
    return harmless(text.strip().replaceAll("\\s*\\R\\s*", " | "));
  }

  /** Harmless, in the lines it has; tabs are blanks. */
  static String harmless(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints().forEach(point -> append(out, point));
    return out.toString();
  }

  private static void append(StringBuilder out, int point) {
    if (point == '\n') {
      out.append('\n');
    } else if (point == '\t') {
      out.append("    ");
    } else if (point == '\r') {
      // Beside a line feed it says nothing; alone it would let a line write over itself.
      return;
    } else if (isHarmful(point)) {
      out.append(String.format("\\u%04x", point));
    } else {
      out.appendCodePoint(point);
    }
  }

  private static boolean isHarmful(int point) {
    int type = Character.getType(point);
    return type == Character.CONTROL
        || type == Character.FORMAT
        || type == Character.SURROGATE
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR
        || type == Character.UNASSIGNED;
  }

  /** Columns that a terminal gives it. */
  static int width(String text) {
    return text.codePoints().map(Text::width).sum();
  }

  private static int width(int point) {
    int type = Character.getType(point);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
      return 0;
    }
    boolean wide =
        (point >= 0x1100 && point <= 0x115f)
            || (point >= 0x2e80 && point <= 0xa4cf)
            || (point >= 0xac00 && point <= 0xd7a3)
            || (point >= 0xf900 && point <= 0xfaff)
            || (point >= 0xfe30 && point <= 0xfe6f)
            || (point >= 0xff00 && point <= 0xff60)
            || (point >= 0x1f300 && point <= 0x1faff)
            || (point >= 0x20000 && point <= 0x3fffd);
    return wide ? 2 : 1;
  }

  /** Not wider than that. */
  static String cut(String text, int most) {
    if (width(text) <= most) {
      return text;
    }
    int room = Math.max(0, most - CUT.length());
    StringBuilder out = new StringBuilder();
    int used = 0;
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      used += width(point);
      if (used > room) {
        break;
      }
      out.appendCodePoint(point);
      i += Character.charCount(point);
    }
    return out + CUT.substring(0, Math.min(CUT.length(), most));
  }
}

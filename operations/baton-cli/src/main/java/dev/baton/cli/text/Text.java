package dev.baton.cli.text;

import dev.baton.task.internal.Texts;

/**
 * Makes stored text safe for a terminal and measures its width. A task's error may contain
 * characters that move the cursor or reverse a line.
 */
public final class Text {
  private static final String CUT = "...";

  private Text() {}

  /** Returns the text as one safe line. */
  public static String line(String text) {
    return Texts.line(text.strip());
  }

  /** Returns safe text with its line breaks. Replaces tabs by spaces. */
  public static String harmless(String text) {
    return Texts.text(text);
  }

  /** Returns the number of columns that the text takes on a terminal. */
  public static int width(String text) {
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

  /** Cuts the text to at most this width. */
  public static String cut(String text, int most) {
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

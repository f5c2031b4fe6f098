package dev.baton.api.internal;

import dev.baton.api.error.UnknownHereException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The form of a payload: its version and compression. The task's traits store it as a word such as
 * {@code v2,gzip}. A payload of version 1 without compression has no word. If this node can't parse
 * a word, a newer version of Baton wrote it.
 */
final class PayloadForm {
  private static final Pattern WORD = Pattern.compile("v([0-9]{1,9})(?:,(.*))?");
  private static final String GZIP = "gzip";
  private static final int LONGEST_QUOTED = 40;

  private PayloadForm() {}

  /** Returns the word for a payload of this version; empty for version 1 without compression. */
  static String of(int version, boolean isCompressed) {
    if (isCompressed) {
      return "v" + version + "," + GZIP;
    }
    return version == 1 ? "" : "v" + version;
  }

  /**
   * @throws UnknownHereException if this node does not know the word
   */
  static int version(@Nullable String form) {
    return form == null ? 1 : Integer.parseInt(read(form).group(1));
  }

  /**
   * @throws UnknownHereException if this node does not know the word
   */
  static boolean isCompressed(@Nullable String form) {
    return form != null && read(form).group(2) != null;
  }

  private static Matcher read(String form) {
    Matcher word = WORD.matcher(form);
    boolean known = word.matches();
    if (known && word.group(2) != null) {
      known = word.group(2).equals(GZIP);
    }
    if (!known) {
      throw new UnknownHereException(
          "The payload was written in the form '"
              + quoted(form)
              + "'. This node reads forms like v2 and v2,gzip",
          null);
    }
    return word;
  }

  private static String quoted(String form) {
    String printable = form.replaceAll("[^A-Za-z0-9,._=-]", "?");
    return printable.substring(0, Math.min(LONGEST_QUOTED, printable.length()));
  }
}

package dev.baton.api.internal;

import dev.baton.api.error.UnknownHereException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The form of a payload: its version and compression. The task's traits store the form as text such
 * as {@code v2,gzip}, or as nothing for version 1 without compression. If this node can't parse the
 * text, a newer version of Baton wrote it.
 */
final class PayloadForm {
  private static final Pattern FORM = Pattern.compile("v([0-9]{1,9})(?:,(.*))?");
  private static final String GZIP = "gzip";
  private static final int LONGEST_QUOTED = 40;

  private PayloadForm() {}

  /** Returns the form as text; empty for version 1 without compression. */
  static String of(int version, boolean isCompressed) {
    if (isCompressed) {
      return "v" + version + "," + GZIP;
    }
    return version == 1 ? "" : "v" + version;
  }

  /**
   * @throws UnknownHereException if this node does not know the form
   */
  static int version(@Nullable String form) {
    return form == null ? 1 : Integer.parseInt(read(form).group(1));
  }

  /**
   * @throws UnknownHereException if this node does not know the form
   */
  static boolean isCompressed(@Nullable String form) {
    return form != null && read(form).group(2) != null;
  }

  private static Matcher read(String form) {
    Matcher parsed = FORM.matcher(form);
    boolean known = parsed.matches();
    if (known && parsed.group(2) != null) {
      known = parsed.group(2).equals(GZIP);
    }
    if (!known) {
      throw new UnknownHereException(
          "The payload has the form '"
              + quoted(form)
              + "', which this node does not know. It knows forms such as v2 and v2,gzip",
          null);
    }
    return parsed;
  }

  private static String quoted(String form) {
    String printable = form.replaceAll("[^A-Za-z0-9,._=-]", "?");
    return printable.substring(0, Math.min(LONGEST_QUOTED, printable.length()));
  }
}

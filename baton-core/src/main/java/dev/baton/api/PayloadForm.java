package dev.baton.api;

import org.jspecify.annotations.Nullable;

/**
 * How a payload was written, where that isn't the usual: a word in the carried context, such as
 * {@code v2,gzip}. The usual, version 1 and raw, costs nothing.
 */
final class PayloadForm {
  static final String CONTEXT = TaskRequest.RESERVED_CONTEXT + "payload";

  private PayloadForm() {}

  /** The word for a payload of this version; empty for the usual. */
  static String of(int version, Compression compression) {
    String compressed = compression == Compression.NONE ? "" : "," + compression.mark();
    return version == 1 && compressed.isEmpty() ? "" : "v" + version + compressed;
  }

  static int version(@Nullable String form) {
    if (form == null) {
      return 1;
    }
    int end = form.indexOf(',');
    try {
      return Integer.parseInt(form, 1, end < 0 ? form.length() : end, 10);
    } catch (NumberFormatException | IndexOutOfBoundsException broken) {
      throw new PayloadUnreadableException(
          "The context entry " + CONTEXT + " should look like v2 or v2,gzip, not '" + form + "'",
          broken);
    }
  }

  static boolean isCompressed(@Nullable String form) {
    return form != null && form.endsWith("," + Compression.GZIP.mark());
  }
}

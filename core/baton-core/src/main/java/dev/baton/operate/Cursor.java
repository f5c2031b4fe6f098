package dev.baton.operate;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A position in a list that is read page by page. The list continues after the entry with these
 * values. A cursor stays valid forever, even if that entry no longer exists.
 *
 * @param at the entry's time, to the microsecond; null if the list is ordered by id
 * @param id the entry's id
 */
public record Cursor(@Nullable Instant at, UUID id) {
  private static final char SEPARATOR = '_';

  /**
   * Returns the cursor as text, which {@link #parse} reads. The text needs no escaping in a URL.
   */
  public String text() {
    return (at == null ? "" : String.valueOf(ChronoUnit.MICROS.between(Instant.EPOCH, at)))
        + SEPARATOR
        + id;
  }

  /**
   * Returns the cursor that {@link #text} wrote.
   *
   * @throws IllegalArgumentException if the text is not a cursor
   */
  public static Cursor parse(String text) {
    int separator = text.indexOf(SEPARATOR);
    try {
      if (separator >= 0) {
        String micros = text.substring(0, separator);
        Instant at =
            micros.isEmpty() ? null : Instant.EPOCH.plus(Long.parseLong(micros), ChronoUnit.MICROS);
        return new Cursor(at, UUID.fromString(text.substring(separator + 1)));
      }
    } catch (IllegalArgumentException | java.time.DateTimeException unreadable) {
      throw new IllegalArgumentException(refusal(text), unreadable);
    }
    throw new IllegalArgumentException(refusal(text));
  }

  private static String refusal(String text) {
    return "'" + text + "' isn't a cursor: pass the cursor of the previous page unchanged";
  }
}

package dev.baton.operate;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A place in a list that is read page by page: after the entry it names. It stays good for ever,
 * also when that entry has gone.
 *
 * @param at the entry's time, to the microsecond; null where the list is in the order of ids
 * @param id the entry's id
 */
public record Cursor(@Nullable Instant at, UUID id) {
  private static final char SEPARATOR = '_';

  /** As a word that may stand in a URL; {@link #parse} reads it. */
  public String text() {
    return (at == null ? "" : String.valueOf(ChronoUnit.MICROS.between(Instant.EPOCH, at)))
        + SEPARATOR
        + id;
  }

  /**
   * The cursor that {@link #text} wrote.
   *
   * @throws IllegalArgumentException when the text is none
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
    return "'" + text + "' isn't a cursor: give back the one the page before answered, as it was";
  }
}

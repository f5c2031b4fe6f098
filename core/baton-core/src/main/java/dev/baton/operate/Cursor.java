package dev.baton.operate;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A position in a list that is read page by page. The list continues after the entry with these
 * values. A cursor stays valid forever, even if that entry no longer exists.
 */
public final class Cursor {
  private static final char SEPARATOR = '_';
  private static final char OF_A_NAME = '~';

  private final @Nullable Instant at;
  private final @Nullable UUID id;
  private final @Nullable String name;

  private Cursor(@Nullable Instant at, @Nullable UUID id, @Nullable String name) {
    this.at = at;
    this.id = id;
    this.name = name;
  }

  /**
   * Creates the cursor of an entry in a list that is ordered by time and id.
   *
   * @param at the entry's time, to the microsecond; null if the list is ordered by id
   * @param id the entry's id
   */
  public Cursor(@Nullable Instant at, UUID id) {
    this(at, id, null);
  }

  /** Returns the cursor of the entry with this name, in a list that is ordered by name. */
  public static Cursor name(String name) {
    return new Cursor(null, null, name);
  }

  /** Returns the entry's time; null if the list isn't ordered by time. */
  public @Nullable Instant at() {
    return at;
  }

  /**
   * Returns the entry's id.
   *
   * @throws IllegalArgumentException if this is the cursor of a list that is ordered by name
   */
  public UUID id() {
    return ofThisList(id);
  }

  /**
   * Returns the entry's name.
   *
   * @throws IllegalArgumentException if this is the cursor of a list that is ordered by id
   */
  public String name() {
    return ofThisList(name);
  }

  private <T> T ofThisList(@Nullable T value) {
    if (value == null) {
      throw new IllegalArgumentException(
          "'" + text() + "' is a cursor of another list. Pass the cursor of the previous page");
    }
    return value;
  }

  /**
   * Returns the cursor as text, which {@link #parse} reads. The text needs no escaping in a URL.
   */
  public String text() {
    if (name != null) {
      byte[] encoded = name.getBytes(StandardCharsets.UTF_8);
      return OF_A_NAME + Base64.getUrlEncoder().withoutPadding().encodeToString(encoded);
    }
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
      if (!text.isEmpty() && text.charAt(0) == OF_A_NAME) {
        byte[] encoded = Base64.getUrlDecoder().decode(text.substring(1));
        return name(new String(encoded, StandardCharsets.UTF_8));
      }
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
    return "'" + text + "' isn't a cursor. Pass the cursor of the previous page unchanged";
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Cursor cursor && cursor.text().equals(text());
  }

  @Override
  public int hashCode() {
    return text().hashCode();
  }

  @Override
  public String toString() {
    return text();
  }
}

package dev.baton.operate;

import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The first characters of a task's id, as people read and type them. Immutable.
 *
 * @param text in lower case, with hyphens where the id has them
 */
public record IdPrefix(String text) {
  /**
   * Length of the short form of an id, which lists display. It contains the id's time and sequence,
   * and 14 random bits that distinguish ids of different nodes.
   */
  public static final int SHORT_LENGTH = 23;

  /** Minimum length. Ids that Baton creates within about a minute share a prefix of this length. */
  public static final int MIN_LENGTH = 8;

  private static final String LOWEST = "00000000-0000-0000-0000-000000000000";
  private static final String HIGHEST = "ffffffff-ffff-ffff-ffff-ffffffffffff";
  private static final Pattern ID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

  /**
   * Creates a prefix.
   *
   * @throws IllegalArgumentException if no id begins with the text, or if it is too short
   */
  public IdPrefix {
    text = text.toLowerCase(Locale.ROOT);
    if (text.length() < MIN_LENGTH
        || text.length() > LOWEST.length()
        || !ID.matcher(text + LOWEST.substring(text.length())).matches()) {
      throw new IllegalArgumentException(
          "should be a task's id, or at least the first " + MIN_LENGTH + " characters of one");
    }
  }

  /** Returns the short form of an id. */
  public static String shortForm(UUID id) {
    return id.toString().substring(0, SHORT_LENGTH);
  }

  /** Returns the lowest id with this prefix, in the order of bytes. */
  public UUID first() {
    return UUID.fromString(text + LOWEST.substring(text.length()));
  }

  /** Returns the highest id with this prefix, in the order of bytes. */
  public UUID last() {
    return UUID.fromString(text + HIGHEST.substring(text.length()));
  }
}

package dev.baton.tck.simulation.sql;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.UUID;

/** Converts values to and from SQL. */
final class Texts {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private Texts() {}

  static String time(Instant time) {
    return TIME.format(time);
  }

  /** Parses an id with or without dashes. */
  static UUID id(String text) {
    return text.length() == 36
        ? UUID.fromString(text)
        : new UUID(
            Long.parseUnsignedLong(text.substring(0, 16), 16),
            Long.parseUnsignedLong(text.substring(16), 16));
  }
}

package dev.baton.management.rest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

/** What stands percent-encoded in a URL, as UTF-8. */
final class PercentEncoded {
  private PercentEncoded() {}

  /**
   * The text. Bytes that aren't UTF-8 are refused, since two names that differ in these alone would
   * be one, and so is the character NUL, which no name has.
   *
   * @param where it stands, for the message
   */
  static String read(String where, String text) {
    try {
      if (US_ASCII.newEncoder().canEncode(text)) {
        byte[] bytes = URLDecoder.decode(text, ISO_8859_1).getBytes(ISO_8859_1);
        String read = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        if (read.indexOf('\0') < 0) {
          return read;
        }
      }
    } catch (IllegalArgumentException | CharacterCodingException broken) {
      // Refused below.
    }
    throw new Refused(400, "The " + where + " isn't percent-encoded as it should be");
  }
}

package dev.baton.management.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

/** What stands percent-encoded in a URL, as UTF-8. */
public final class PercentEncoded {
  private PercentEncoded() {}

  /**
   * The text. Bytes that aren't UTF-8 are refused, since two names that differ in these alone would
   * be one, and so is the character NUL, which no name has.
   *
   * @throws IllegalArgumentException when it is no such text
   */
  public static String read(String text) {
    try {
      if (US_ASCII.newEncoder().canEncode(text)) {
        byte[] bytes = URLDecoder.decode(text, ISO_8859_1).getBytes(ISO_8859_1);
        String read = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        if (read.indexOf('\0') < 0) {
          return read;
        }
      }
    } catch (CharacterCodingException broken) {
      throw new IllegalArgumentException("This isn't UTF-8", broken);
    }
    throw new IllegalArgumentException("This isn't percent-encoded");
  }
}

package dev.baton.management.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

/** Decodes percent-encoded UTF-8 of a URL. */
public final class PercentEncoded {
  private PercentEncoded() {}

  /**
   * Returns the decoded text. Rejects bytes that aren't UTF-8, because two names that differ only
   * in such bytes would become equal. Also rejects the character NUL, which no name contains.
   *
   * @throws IllegalArgumentException if the text is not valid
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
      throw new IllegalArgumentException("The decoded text isn't UTF-8", broken);
    }
    throw new IllegalArgumentException("The text isn't percent-encoded");
  }
}

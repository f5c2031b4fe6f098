package dev.baton.examples.payouts.input;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Converts any text to a key. Keys are short and have no control characters and no blanks at their
 * ends. The digest replaces a text that breaks these rules.
 */
final class KeyText {
  static final int LONGEST_UNIQUE = 200;
  static final int LONGEST_FLOW = 150;

  private KeyText() {}

  /** Returns the text itself if it can be a key of this length, and its digest otherwise. */
  static String of(String text, int longest) {
    return isPlain(text, longest) ? text : "sha256:" + digest(text);
  }

  private static boolean isPlain(String text, int longest) {
    return !text.isEmpty()
        && text.length() <= longest
        && text.equals(text.strip())
        && !text.startsWith("sha256:")
        && text.chars().noneMatch(Character::isISOControl);
  }

  private static String digest(String text) {
    return HexFormat.of().formatHex(sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Returns a SHA-256 digest, which every Java has. */
  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException absent) {
      throw new IllegalStateException(absent);
    }
  }
}

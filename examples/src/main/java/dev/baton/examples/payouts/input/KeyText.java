package dev.baton.examples.payouts.input;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Texts of the caller's as keys. Any text may come, but keys are short, without control characters,
 * and without blanks at their ends; a text that isn't so is replaced by its digest.
 */
final class KeyText {
  static final int LONGEST_UNIQUE = 200;
  static final int LONGEST_FLOW = 150;

  private KeyText() {}

  /** The text itself if it can be a key of this length, its digest otherwise. */
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

  /** The digest that every Java has. */
  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException absent) {
      throw new IllegalStateException(absent);
    }
  }
}

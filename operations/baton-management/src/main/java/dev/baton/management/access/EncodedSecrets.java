package dev.baton.management.access;

import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds secrets in encoded parts of a text: percent-encoded, as HTML entities, with JSON escapes,
 * or in Base64. If the decoded part contains a secret, the whole part is replaced.
 */
final class EncodedSecrets {
  private static final Pattern ESCAPE =
      Pattern.compile(
          "%[0-9A-Fa-f]{2}|&(?:quot|apos|lt|gt|amp|#\\d{2,3}|#x[0-9A-Fa-f]{2});|\\\\u00[0-9A-Fa-f]{2}");

  /** A word with such an escape, from the character at which a new word may begin. */
  private static final Pattern ESCAPED =
      Pattern.compile(
          "(?<![^\\s?&=/;,\"'<>(%\\\\])[^\\s?&=/;,\"'<>(%\\\\]*+(?:" + ESCAPE + ")\\S{0,8000}+");

  private static final Pattern BASE64 = Pattern.compile("(?<![\\w+/])[\\w+/-]{16,8000}+={0,2}+");

  private EncodedSecrets() {}

  /**
   * Returns the text without encoded secrets.
   *
   * @param redaction removes secrets from text that isn't encoded
   */
  static String replaced(String text, UnaryOperator<String> redaction, String words) {
    String rest =
        ESCAPED
            .matcher(text)
            .replaceAll(one -> shown(one, unescaped(one.group()), redaction, words));
    return BASE64
        .matcher(rest)
        .replaceAll(one -> shown(one, decoded(one.group()), redaction, words));
  }

  private static String shown(
      MatchResult found, @Nullable String decoded, UnaryOperator<String> redaction, String words) {
    boolean hasNone = decoded == null || redaction.apply(decoded).equals(decoded);
    return Matcher.quoteReplacement(hasNone ? found.group() : words);
  }

  private static String unescaped(String text) {
    return ESCAPE.matcher(text).replaceAll(one -> Matcher.quoteReplacement(character(one.group())));
  }

  /**
   * Decodes one escape. Shows bytes that aren't ASCII one by one, because no secret's name contains
   * them.
   */
  private static String character(String escape) {
    if (escape.startsWith("%")) {
      return URLDecoder.decode(escape, StandardCharsets.ISO_8859_1);
    }
    return switch (escape) {
      case "&quot;" -> "\"";
      case "&apos;" -> "'";
      case "&lt;" -> "<";
      case "&gt;" -> ">";
      case "&amp;" -> "&";
      default -> Character.toString(number(escape));
    };
  }

  private static int number(String escape) {
    if (escape.startsWith("&#x")) {
      return Integer.parseInt(escape.substring(3, escape.length() - 1), 16);
    }
    return escape.startsWith("&#")
        ? Integer.parseInt(escape.substring(2, escape.length() - 1))
        : Integer.parseInt(escape.substring(2), 16);
  }

  /** Returns the decoded text, or null if the bytes aren't text. */
  private static @Nullable String decoded(String base64) {
    try {
      byte[] bytes = Base64.getDecoder().decode(base64.replace('-', '+').replace('_', '/'));
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (IllegalArgumentException | CharacterCodingException noText) {
      return null;
    }
  }
}

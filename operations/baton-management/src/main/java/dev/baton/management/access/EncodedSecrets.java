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
 * Secrets in what stands encoded in a text: percent-encoded, as entities of HTML, with escapes of
 * JSON, or in Base64. What is found to hold one when it is decoded is left out as a whole.
 */
final class EncodedSecrets {
  private static final Pattern ESCAPE =
      Pattern.compile(
          "%[0-9A-Fa-f]{2}|&(?:quot|apos|lt|gt|amp|#\\d{2,3}|#x[0-9A-Fa-f]{2});|\\\\u00[0-9A-Fa-f]{2}");

  /** A word that has such an escape, from where it may begin to say something of its own. */
  private static final Pattern ESCAPED =
      Pattern.compile(
          "(?<![^\\s?&=/;,\"'<>(%\\\\])[^\\s?&=/;,\"'<>(%\\\\]*+(?:" + ESCAPE + ")\\S{0,8000}+");

  private static final Pattern BASE64 = Pattern.compile("(?<![\\w+/])[\\w+/-]{16,8000}+={0,2}+");

  private EncodedSecrets() {}

  /**
   * The text without them.
   *
   * @param redaction what is left out of a text that isn't encoded
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

  /** Of what isn't ASCII the bytes are shown one by one: no secret's name has any. */
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

  /** Null where no text stands there. */
  private static @Nullable String decoded(String base64) {
    try {
      byte[] bytes = Base64.getDecoder().decode(base64.replace('-', '+').replace('_', '/'));
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (IllegalArgumentException | CharacterCodingException noText) {
      return null;
    }
  }
}

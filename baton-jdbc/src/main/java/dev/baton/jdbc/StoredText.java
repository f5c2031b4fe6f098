package dev.baton.jdbc;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Texts as every database can keep them. */
final class StoredText {
  private static final Pattern LATIN = Pattern.compile("LATIN(10|[1-9])");
  private static final List<Integer> ISO_OF_LATIN = List.of(1, 2, 3, 4, 9, 10, 13, 14, 15, 16);

  private StoredText() {}

  /**
   * The text without what PostgreSQL or an encoder refuses: NUL becomes its picture, and half a
   * surrogate pair (an error text cut in the middle) the replacement character. One such character
   * would otherwise fail the whole batch.
   */
  static @Nullable String storable(@Nullable String text) {
    if (text == null) {
      return null;
    }
    int bad = firstBad(text, 0);
    if (bad < 0) {
      return text;
    }
    StringBuilder mended = new StringBuilder(text);
    for (; bad >= 0; bad = firstBad(text, bad + 1)) {
      mended.setCharAt(bad, text.charAt(bad) == 0 ? '\u2400' : '\uFFFD');
    }
    return mended.toString();
  }

  /** As {@link #storable(String)}, and what the encoding lacks becomes a question mark. */
  static @Nullable String storable(@Nullable String text, Charset charset) {
    String sound = storable(text);
    if (sound == null || charset.equals(StandardCharsets.UTF_8)) {
      return sound;
    }
    return new String(sound.getBytes(charset), charset);
  }

  /** What Java calls an encoding of PostgreSQL's; ASCII, which is in all, where it has none. */
  static Charset charset(String encoding) {
    // PostgreSQL's LATIN5 is ISO 8859-9, and so on.
    Matcher latin = LATIN.matcher(encoding);
    String name =
        latin.matches()
            ? "ISO-8859-" + ISO_OF_LATIN.get(Integer.parseInt(latin.group(1)) - 1)
            : encoding.replaceFirst("^WIN", "windows-").replace("SQL_ASCII", "UTF-8");
    try {
      return Charset.forName(name.replace('_', '-'));
    } catch (IllegalArgumentException unknown) {
      return StandardCharsets.US_ASCII;
    }
  }

  private static int firstBad(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0 || (Character.isLowSurrogate(c) && !pairs(text, i - 1))) {
        return i;
      }
      if (Character.isHighSurrogate(c) && !pairs(text, i)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean pairs(String text, int at) {
    return at >= 0
        && at + 1 < text.length()
        && Character.isSurrogatePair(text.charAt(at), text.charAt(at + 1));
  }

  /** Names as a URL's query writes them, in order, with commas between them. */
  static String ofNames(SortedSet<String> names) {
    return names.stream()
        .map(name -> URLEncoder.encode(name, StandardCharsets.UTF_8))
        .collect(Collectors.joining(","));
  }

  static SortedSet<String> toNames(String text) {
    SortedSet<String> names = new TreeSet<>();
    if (!text.isEmpty()) {
      for (String name : text.split(",", -1)) {
        names.add(URLDecoder.decode(name, StandardCharsets.UTF_8));
      }
    }
    return names;
  }

  /** Names and values as a URL's query writes them, in the order of names; null when empty. */
  static @Nullable String ofContext(Map<String, String> context) {
    if (context.isEmpty()) {
      return null;
    }
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, String> entry : context.entrySet()) {
      text.append(text.isEmpty() ? "" : "&");
      text.append(URLEncoder.encode(entry.getKey(), StandardCharsets.UTF_8)).append('=');
      text.append(URLEncoder.encode(entry.getValue(), StandardCharsets.UTF_8));
    }
    return text.toString();
  }

  /**
   * What {@link #ofContext} has written.
   *
   * @throws IllegalArgumentException of a text that it hasn't; without any of it
   */
  static Map<String, String> toContext(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return Map.of();
    }
    try {
      return decoded(text);
    } catch (RuntimeException itsMessageQuotesTheText) {
      throw new IllegalArgumentException("The context isn't written as a URL's query");
    }
  }

  private static Map<String, String> decoded(String text) {
    Map<String, String> context = new TreeMap<>();
    for (String pair : text.split("&", -1)) {
      int equals = pair.indexOf('=');
      context.put(
          URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8),
          URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
    }
    return context;
  }
}

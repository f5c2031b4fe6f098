package dev.baton.jdbc.sql;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Converts texts so that every database can store them. */
public final class StoredText {
  private StoredText() {}

  /**
   * Replaces the characters that PostgreSQL or an encoder refuses. NUL becomes the symbol for NUL.
   * Half of a surrogate pair becomes the replacement character; it occurs if an error text was cut.
   * Otherwise a single such character would make a whole batch fail.
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

  /**
   * Does the same as {@link #storable(String)}. Also replaces each character that the encoding
   * doesn't have by a question mark.
   */
  static @Nullable String storable(@Nullable String text, Charset charset) {
    String sound = storable(text);
    if (sound == null || charset.equals(StandardCharsets.UTF_8)) {
      return sound;
    }
    return new String(sound.getBytes(charset), charset);
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

  /** Returns the names in order, URL-encoded and separated by commas. */
  public static String ofNames(SortedSet<String> names) {
    return names.stream()
        .map(name -> URLEncoder.encode(name, StandardCharsets.UTF_8))
        .collect(Collectors.joining(","));
  }

  public static SortedSet<String> toNames(String text) {
    SortedSet<String> names = new TreeSet<>();
    if (!text.isEmpty()) {
      for (String name : text.split(",", -1)) {
        names.add(URLDecoder.decode(name, StandardCharsets.UTF_8));
      }
    }
    return names;
  }

  /** Returns names and values as a URL query string, sorted by name; null if there are none. */
  public static @Nullable String ofContext(Map<String, String> context) {
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
   * Parses a text that {@link #ofContext} has made.
   *
   * @throws IllegalArgumentException if the text has another form; the message contains nothing of
   *     the text
   */
  public static Map<String, String> toContext(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return Map.of();
    }
    try {
      return decoded(text);
    } catch (RuntimeException itsMessageQuotesTheText) {
      throw new IllegalArgumentException("The entries aren't written as a URL's query");
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

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

/** Texts as every database can keep them. */
public final class StoredText {
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

  /** Names and values as a URL's query writes them, in the order of names; null when empty. */
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
   * What {@link #ofContext} has written.
   *
   * @throws IllegalArgumentException of a text that it hasn't; without any of it
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

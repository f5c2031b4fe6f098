package dev.baton.task.internal;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Texts that every database can keep, and text that anybody may have written (names of types, keys
 * and nodes, error texts) as it may stand in a log or on a terminal: it can do nothing there. What
 * would end a line, move a cursor, turn a text round or hide in it is shown by its number, as
 * {@code \u001b}.
 */
public final class Texts {
  private static final String TAB = "    ";
  private static final Pattern LINE_BREAK = Pattern.compile("\\s*\\R\\s*");
  private static final char NUL = '\0';
  private static final char REPLACEMENT = '\uFFFD';

  private Texts() {}

  /** Refuses the one character that PostgreSQL has no place for. */
  static void requireStorable(String what, String text) {
    int at = text.indexOf(NUL);
    if (at >= 0) {
      throw new IllegalArgumentException(
          what + " can't hold the character NUL; it is at position " + at);
    }
  }

  /**
   * Returns a copy in the order of the names.
   *
   * @throws IllegalArgumentException if a database couldn't keep the entries, or if they are long
   */
  static Map<String, String> entries(String what, Map<String, String> given) {
    if (given.isEmpty()) {
      return Map.of();
    }
    int characters = 0;
    for (Map.Entry<String, String> entry : given.entrySet()) {
      requireStorable(what, entry.getKey());
      requireStorable(what, entry.getValue());
      characters += entry.getKey().length() + entry.getValue().length();
    }
    if (characters > TaskSpec.MAX_CONTEXT_CHARACTERS) {
      throw new IllegalArgumentException(
          what
              + " may have at most "
              + TaskSpec.MAX_CONTEXT_CHARACTERS
              + " characters; this one has "
              + characters);
    }
    return Collections.unmodifiableMap(new TreeMap<>(given));
  }

  /**
   * Refuses, in what a task is found by, the characters that databases keep as others: two names
   * that differ in these alone would be one.
   */
  public static void requireDistinct(String what, String text) {
    requireStorable(what, text);
    for (int i = 0; i < text.length(); i++) {
      if (Character.isHighSurrogate(text.charAt(i))
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(text.charAt(i))) {
        throw new IllegalArgumentException(
            what + " can't hold half a surrogate pair; there is one at position " + i);
      }
    }
  }

  /** What of a message can be kept. No caller chose the text, so it is mended, not refused. */
  public static String kept(String message, int longest) {
    String storable = message.replace(NUL, REPLACEMENT);
    if (storable.length() <= longest) {
      return storable;
    }
    boolean cutsAPair = Character.isHighSurrogate(storable.charAt(longest - 1));
    return storable.substring(0, cutsAPair ? longest - 1 : longest);
  }

  /** In one line, as log messages and tables have it: nothing in it looks like another line. */
  public static String line(@Nullable Object any) {
    String text = said(any);
    return text.codePoints().noneMatch(Texts::isHarmful)
        ? text
        : text(LINE_BREAK.matcher(text.strip()).replaceAll(" | "));
  }

  /** Its text, also where its own code fails to give one, as an exception of a caller's may. */
  public static String said(@Nullable Object any) {
    if (any == null) {
      return "null";
    }
    try {
      return String.valueOf(any);
    } catch (RuntimeException | Error broken) {
      return any.getClass().getName() + ", whose own text could not be had";
    }
  }

  /** Its message, also where its own code fails to give one. */
  public static String message(Throwable error) {
    try {
      return String.valueOf(error.getMessage());
    } catch (RuntimeException | Error broken) {
      return error.getClass().getName() + ", whose own text could not be had";
    }
  }

  /** In the lines it has; tabs are blanks. */
  public static String text(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            point -> {
              if (point == '\n') {
                out.append('\n');
              } else if (point == '\t') {
                out.append(TAB);
              } else if (point != '\r') {
                // Which, beside a line feed, says nothing; alone it would let a line write over
                // itself.
                append(out, point);
              }
            });
    return out.toString();
  }

  /**
   * A text of JSON that reads as the same JSON: what is harmful in its strings is written by its
   * number. Line feeds stay.
   */
  public static String json(String json) {
    StringBuilder out = new StringBuilder(json.length());
    json.codePoints()
        .forEach(
            point -> {
              if (point == '\n') {
                out.append('\n');
              } else {
                append(out, point);
              }
            });
    return out.toString();
  }

  /**
   * As a logger may print it with its stack trace: itself, or, where a message in it would do
   * something to a terminal, one that says the same with those characters shown by their numbers.
   * Lines that a message has stay lines. One that can't say its own text is shown by its class.
   */
  public static Throwable harmless(Throwable error) {
    StringWriter trace = new StringWriter();
    try {
      error.printStackTrace(new PrintWriter(trace));
    } catch (RuntimeException | Error broken) {
      return new Shown(error, 0);
    }
    // A carriage return alone would let a line write over itself.
    boolean isHarmless =
        trace
            .toString()
            .replace("\r\n", "\n")
            .codePoints()
            .allMatch(point -> point == '\n' || point == '\t' || !isHarmful(point));
    return isHarmless ? error : new Shown(error, 0);
  }

  /** An exception whose text is shown; its stack trace, causes and what it suppressed are those. */
  private static final class Shown extends RuntimeException {
    private static final long serialVersionUID = 1;
    private static final int MAX_DEPTH = 20;

    Shown(Throwable error, int depth) {
      super(
          text(said(error)),
          error.getCause() == null || depth == MAX_DEPTH
              ? null
              : new Shown(error.getCause(), depth + 1));
      setStackTrace(error.getStackTrace());
      if (depth < MAX_DEPTH) {
        for (Throwable suppressed : error.getSuppressed()) {
          addSuppressed(new Shown(suppressed, depth + 1));
        }
      }
    }
  }

  /** Whether a terminal would do more with it than show it. */
  public static boolean isHarmful(int point) {
    int type = Character.getType(point);
    return type == Character.CONTROL
        || type == Character.FORMAT
        || type == Character.SURROGATE
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR
        || type == Character.UNASSIGNED;
  }

  private static void append(StringBuilder out, int point) {
    if (isHarmful(point)) {
      // As it stands in Java and JSON: beyond the first 65,536, by its two halves.
      for (char half : Character.toChars(point)) {
        out.append(String.format("\\u%04x", (int) half));
      }
    } else {
      out.appendCodePoint(point);
    }
  }
}

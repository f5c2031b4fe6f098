package dev.baton.task.internal;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks text that a database stores, and makes text harmless for logs and terminals. Callers
 * choose names of types, keys and nodes, and error messages, so these may contain any character. A
 * character that ends a line, moves the cursor, reverses the text or is invisible is replaced by
 * its number, such as {@code \u001b}.
 */
public final class Texts {
  private static final String TAB = "    ";
  private static final Pattern LINE_BREAK = Pattern.compile("\\s*\\R\\s*");
  private static final int NANOS_OF_A_MILLI = 1_000_000;
  private static final char NUL = '\0';
  private static final char REPLACEMENT = '\uFFFD';

  private Texts() {}

  /** Throws if the text contains the one character that PostgreSQL can't store. */
  public static void requireStorable(String what, String text) {
    int at = text.indexOf(NUL);
    if (at >= 0) {
      throw new IllegalArgumentException(
          what + " can't contain the character NUL; it is at position " + at);
    }
  }

  /**
   * Throws if the text contains characters that some databases replace when they store it. Two
   * names that differ only in such characters would become equal.
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
            what + " can't contain half a surrogate pair; there is one at position " + i);
      }
    }
  }

  /**
   * Returns the part of a message that a database can store. Invalid characters are replaced and
   * not refused, because the caller can't change the message.
   */
  public static String kept(String message, int longest) {
    String storable = message.replace(NUL, REPLACEMENT);
    if (storable.length() <= longest) {
      return storable;
    }
    boolean cutsAPair = Character.isHighSurrogate(storable.charAt(longest - 1));
    return storable.substring(0, cutsAPair ? longest - 1 : longest);
  }

  /**
   * Returns the object's text as a single line, for log messages and tables, so that no part of it
   * can look like another log line.
   */
  public static String line(@Nullable Object any) {
    String text = said(any);
    return text.codePoints().noneMatch(Texts::isHarmful)
        ? text
        : text(LINE_BREAK.matcher(text.strip()).replaceAll(" | "));
  }

  /**
   * Returns the object's text. If its {@code toString} throws, returns its class name with a note.
   */
  public static String said(@Nullable Object any) {
    if (any == null) {
      return "null";
    }
    try {
      return String.valueOf(any);
    } catch (RuntimeException | Error broken) {
      return any.getClass().getName() + " (its text can't be read)";
    }
  }

  /**
   * Returns the exception's message. If its {@code getMessage} throws, returns its class name with
   * a note.
   */
  public static String message(Throwable error) {
    try {
      return String.valueOf(error.getMessage());
    } catch (RuntimeException | Error broken) {
      return error.getClass().getName() + " (its text can't be read)";
    }
  }

  /** Returns a time with all of its units, such as {@code 1 h 30 min 10 s}. */
  public static String duration(Duration time) {
    if (time.getSeconds() == Long.MIN_VALUE) {
      return time.toString();
    }
    return time.isNegative() ? "-" + duration(time.negated()) : String.join(" ", units(time));
  }

  /**
   * Returns a measured time by its two largest units, such as {@code 1 h 30 min} or {@code 301 ms}.
   */
  public static String about(Duration time) {
    boolean isShort = time.compareTo(Duration.ofMillis(1)) < 0;
    return units(isShort ? time : time.truncatedTo(ChronoUnit.MILLIS)).stream()
        .limit(2)
        .collect(Collectors.joining(" "));
  }

  /**
   * Checks the value of a setting.
   *
   * @param name the name of the setting, for the error message
   * @throws IllegalArgumentException if the value is shorter or longer than allowed
   */
  public static void requireBetween(
      String name, Duration value, Duration shortest, Duration longest) {
    if (value.compareTo(shortest) < 0 || value.compareTo(longest) > 0) {
      throw new IllegalArgumentException(
          name
              + " must be between "
              + duration(shortest)
              + " and "
              + duration(longest)
              + ", not "
              + duration(value));
    }
  }

  private static List<String> units(Duration time) {
    if (time.isNegative() || time.isZero()) {
      return List.of("0 s");
    }
    return Stream.of(
            unit(time.toDays(), "d"),
            unit(time.toHoursPart(), "h"),
            unit(time.toMinutesPart(), "min"),
            unit(time.toSecondsPart(), "s"),
            unit(time.toMillisPart(), "ms"),
            unit(time.toNanosPart() % NANOS_OF_A_MILLI, "ns"))
        .filter(unit -> !unit.isEmpty())
        .toList();
  }

  private static String unit(long number, String name) {
    return number == 0 ? "" : number + " " + name;
  }

  /**
   * Returns the text with harmful characters replaced. Line breaks remain, and tabs become blanks.
   */
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
                // A carriage return is dropped: next to a line feed it has no effect; alone it
                // would let a line overwrite itself.
                append(out, point);
              }
            });
    return out.toString();
  }

  /**
   * Returns an equivalent JSON text in which harmful characters in strings are escaped. Line feeds
   * remain.
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
   * Returns an exception that a logger may print with its stack trace. This is the exception
   * itself, or, if one of its messages contains characters that are harmful to a terminal, a copy
   * with those characters replaced by their numbers. Line breaks in messages remain. If the text of
   * an exception can't be read, the copy contains its class name instead.
   */
  public static Throwable harmless(Throwable error) {
    StringWriter trace = new StringWriter();
    try {
      error.printStackTrace(new PrintWriter(trace));
    } catch (RuntimeException | Error broken) {
      return new HarmlessCopy(error, 0);
    }
    // A carriage return alone would let a line overwrite itself.
    boolean isHarmless =
        trace
            .toString()
            .replace("\r\n", "\n")
            .codePoints()
            .allMatch(point -> point == '\n' || point == '\t' || !isHarmful(point));
    return isHarmless ? error : new HarmlessCopy(error, 0);
  }

  /**
   * A copy of an exception with a harmless text and the same stack trace, causes and suppressed
   * exceptions.
   */
  private static final class HarmlessCopy extends RuntimeException {
    private static final long serialVersionUID = 1;
    private static final int MAX_DEPTH = 20;

    HarmlessCopy(Throwable error, int depth) {
      super(
          text(said(error)),
          error.getCause() == null || depth == MAX_DEPTH
              ? null
              : new HarmlessCopy(error.getCause(), depth + 1));
      setStackTrace(error.getStackTrace());
      if (depth < MAX_DEPTH) {
        for (Throwable suppressed : error.getSuppressed()) {
          addSuppressed(new HarmlessCopy(suppressed, depth + 1));
        }
      }
    }
  }

  /** Returns whether the character may have an effect on a terminal other than to be displayed. */
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
      // Java and JSON write a character beyond the first 65,536 as two surrogates.
      for (char half : Character.toChars(point)) {
        out.append(String.format("\\u%04x", (int) half));
      }
    } else {
      out.appendCodePoint(point);
    }
  }
}

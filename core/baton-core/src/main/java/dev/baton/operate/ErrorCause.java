package dev.baton.operate;

import dev.baton.task.internal.Texts;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The cause of an error: its first line, with {@code #} in place of each quoted value and each word
 * that contains a digit. Such words are usually numbers, times or ids. So errors that differ only
 * in such values have the same cause. The class name of an exception and the names of hosts are
 * kept. Immutable.
 *
 * @param text at most {@value #MAX_LENGTH} characters
 */
public record ErrorCause(String text) implements Comparable<ErrorCause> {
  /** Maximum length of a cause, in characters. */
  public static final int MAX_LENGTH = 160;

  /** Number of characters of an error that a search returns. */
  private static final int READ = 500;

  private static final Pattern CLASS =
      Pattern.compile(
          "(?:[a-z_][\\w$]*+\\.)+[A-Z][\\w$]*+(?=:|$)|[A-Z][\\w$]*(?:Exception|Error)(?=:|$)");
  private static final Pattern QUOTED =
      Pattern.compile(
          "\"[^\"]*+(?:\"|$)|`[^`]*+(?:`|$)|(?<![\\p{L}\\p{N}])'[^']*+(?:'(?![\\p{L}\\p{N}])|$)");
  private static final Pattern WORD = Pattern.compile("[^\\s(),;=\\[\\]{}<>]++");
  private static final Pattern DIGIT = Pattern.compile("\\p{Nd}");

  /** The domain has no digits, unlike the names of most files and versions. */
  private static final Pattern HOST =
      Pattern.compile(
          "(?<![\\w.-])((?:[a-zA-Z0-9-]++\\.)*)([a-zA-Z][a-zA-Z-]*\\.[a-zA-Z]{2,})(?![\\w.-])");

  /** A part of a host's name with so many digits is an id. */
  private static final Pattern ID = Pattern.compile("[^.]*(?:\\d[^.]*){4}");

  /** A part of an address, such as a port or the id in a path. */
  private static final Pattern PART = Pattern.compile("[^/:@]*\\p{Nd}[^/:@]*");

  private static final Pattern BLANKS = Pattern.compile("\\s+");

  /** Returns the cause of a stored error. */
  public static ErrorCause of(String error) {
    String begin = error.substring(0, Math.min(error.length(), READ));
    String line = begin.lines().findFirst().orElse("").strip();
    Matcher named = CLASS.matcher(line);
    String type = named.lookingAt() ? named.group() : "";
    String message = QUOTED.matcher(line.substring(type.length())).replaceAll("#");
    String words =
        WORD.matcher(message)
            .replaceAll(word -> Matcher.quoteReplacement(withoutDigits(word.group())));
    String text = type + BLANKS.matcher(words).replaceAll(" ");
    return new ErrorCause(Texts.kept(text, MAX_LENGTH));
  }

  private static String withoutDigits(String word) {
    if (!DIGIT.matcher(word).find()) {
      return word;
    }
    Matcher host = HOST.matcher(word);
    return host.find()
        ? PART.matcher(word.substring(0, host.start())).replaceAll("#")
            + ID.matcher(host.group(1)).replaceAll("#")
            + host.group(2)
            + PART.matcher(word.substring(host.end())).replaceAll("#")
        : "#";
  }

  /**
   * Returns a short id of the cause, which is the same on every node. Use it where the text must
   * not be displayed.
   */
  public String id() {
    return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
  }

  @Override
  public int compareTo(ErrorCause other) {
    return text.compareTo(other.text);
  }
}

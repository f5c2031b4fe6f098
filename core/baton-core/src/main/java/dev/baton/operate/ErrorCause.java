package dev.baton.operate;

import dev.baton.task.internal.Texts;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an error is about: its first line, with a {@code #} for each quoted value and for each word
 * that has a digit, such as a number, a time, an id or a host. So the errors of many tasks come to
 * few causes. The class of an exception stays as it is. Immutable.
 *
 * @param text {@value #MAX_LENGTH} characters at the most
 */
public record ErrorCause(String text) implements Comparable<ErrorCause> {
  /** Characters of a cause at the most. */
  public static final int MAX_LENGTH = 160;

  /** Characters of an error that count: as many as a search returns. */
  private static final int READ = 500;

  private static final Pattern CLASS =
      Pattern.compile(
          "(?:[a-z_][\\w$]*+\\.)+[A-Z][\\w$]*+(?=:|$)|[A-Z][\\w$]*(?:Exception|Error)(?=:|$)");
  private static final Pattern QUOTED =
      Pattern.compile(
          "\"[^\"]*+(?:\"|$)|`[^`]*+(?:`|$)|(?<![\\p{L}\\p{N}])'[^']*+(?:'(?![\\p{L}\\p{N}])|$)");
  private static final Pattern WORD = Pattern.compile("[^\\s(),;=\\[\\]{}<>]++");
  private static final Pattern DIGIT = Pattern.compile("\\p{Nd}");
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  /** The cause of an error as it is stored. */
  public static ErrorCause of(String error) {
    String begin = error.substring(0, Math.min(error.length(), READ));
    String line = begin.lines().findFirst().orElse("").strip();
    Matcher named = CLASS.matcher(line);
    String type = named.lookingAt() ? named.group() : "";
    String message = QUOTED.matcher(line.substring(type.length())).replaceAll("#");
    String words =
        WORD.matcher(message)
            .replaceAll(word -> DIGIT.matcher(word.group()).find() ? "#" : quoted(word.group()));
    String text = type + BLANKS.matcher(words).replaceAll(" ");
    return new ErrorCause(Texts.kept(text, MAX_LENGTH));
  }

  private static String quoted(String word) {
    return Matcher.quoteReplacement(word);
  }

  /** A short name for it, the same on each node: the text itself may have to be hidden. */
  public String id() {
    return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
  }

  @Override
  public int compareTo(ErrorCause other) {
    return text.compareTo(other.text);
  }
}

package dev.baton.operate.override.internal;

/** Formats errors for display. */
public final class PlainWords {
  private static final int LONGEST_ERROR = 200;

  private PlainWords() {}

  /** Returns the first line of an error, without its stack trace, at most 200 characters. */
  public static String firstLine(String error) {
    String line = error.strip().lines().findFirst().orElse("");
    if (line.length() <= LONGEST_ERROR) {
      return line;
    }
    boolean cutsAPair = Character.isHighSurrogate(line.charAt(LONGEST_ERROR - 1));
    return line.substring(0, cutsAPair ? LONGEST_ERROR - 1 : LONGEST_ERROR) + "\u2026";
  }
}

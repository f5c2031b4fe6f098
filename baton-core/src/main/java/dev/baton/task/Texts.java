package dev.baton.task;

/** Texts that every database can keep. */
final class Texts {
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
   * Refuses, in what a task is found by, the characters that databases keep as others: two names
   * that differ in these alone would be one.
   */
  static void requireDistinct(String what, String text) {
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

  /** What of a message can be kept: nobody chose it, so it is mended rather than refused. */
  static String kept(String message, int longest) {
    String storable = message.replace(NUL, REPLACEMENT);
    if (storable.length() <= longest) {
      return storable;
    }
    boolean cutsAPair = Character.isHighSurrogate(storable.charAt(longest - 1));
    return storable.substring(0, cutsAPair ? longest - 1 : longest);
  }
}

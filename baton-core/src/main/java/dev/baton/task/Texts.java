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

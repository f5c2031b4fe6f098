package dev.baton.operate;

import dev.baton.task.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the content of JSON by its shape, which has the same length. Names of members stay if
 * they look like names in code. In bytes that aren't JSON, letters, digits and control characters
 * are replaced.
 */
final class ContentShape {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_]{1,40}");

  /** Names of a workflow's steps, and of the parts of their results. */
  private static final Pattern OF_WORKFLOW = Pattern.compile("[0-9]{3}[ /].*");

  /**
   * First bytes of the steps of a workflow whose content Baton has written, and not the handler.
   */
  private static final String OF_BATON = "~@*+";

  /** The first byte of a call whose child isn't DONE. The child's error follows three lines. */
  private static final byte NOT_DONE = '-';

  private static final int LINES_BEFORE_ERROR = 3;

  /** Control characters that JSON allows between values. */
  private static final String BLANKS = "\t\n\r";

  private static final Set<String> WORDS = Set.of("true", "false", "null");

  private final byte[] bytes;
  private int at;

  private ContentShape(byte[] bytes) {
    this.bytes = bytes;
  }

  static @Nullable Bytes of(@Nullable Bytes content) {
    return content == null ? null : Bytes.of(new ContentShape(content.toArray()).from(0));
  }

  /** Returns the shape of a note. Keeps the parts that Baton itself has written. */
  static Bytes ofNote(TaskHistory.Note note) {
    byte[] all = note.value().toArray();
    return switch (note.kind()) {
      case WAIT -> note.value();
      case SIGNAL -> Bytes.of(new ContentShape(all).from(0));
      case STEP -> Bytes.of(step(note.name(), all));
    };
  }

  private static byte[] step(String name, byte[] all) {
    if (!OF_WORKFLOW.matcher(name).matches()) {
      return new ContentShape(all).from(0);
    }
    if (name.charAt(3) == '/') {
      return parts(all);
    }
    if (all.length == 0 || OF_BATON.indexOf(all[0]) >= 0) {
      return all;
    }
    if (all[0] == NOT_DONE) {
      return new ContentShape(all).from(error(all));
    }
    // A signal's value follows the code "1".
    return new ContentShape(all).from(all[0] == '?' ? 2 : 1);
  }

  /** Returns the position at which the error of a child that isn't DONE begins. */
  private static int error(byte[] all) {
    int end = 0;
    for (int lines = 0; lines < LINES_BEFORE_ERROR && end < all.length; end++) {
      lines += all[end] == '\n' ? 1 : 0;
    }
    return end;
  }

  /** Replaces the content of parts. Each part follows its length, which has four bytes. */
  private static byte[] parts(byte[] all) {
    int begin = 0;
    while (begin + Integer.BYTES <= all.length) {
      int length = Math.max(0, ByteBuffer.wrap(all, begin, Integer.BYTES).getInt());
      byte[] part = Arrays.copyOfRange(all, begin + 4, begin + 4 + length);
      System.arraycopy(new ContentShape(part).from(0), 0, all, begin + 4, length);
      begin += Integer.BYTES + length;
    }
    return all;
  }

  private byte[] from(int begin) {
    at = begin;
    while (at < bytes.length) {
      if (bytes[at] == '"') {
        text();
      } else if (Character.isLetter(bytes[at])) {
        word();
      } else {
        hide(at++);
      }
    }
    return bytes;
  }

  private void text() {
    int begin = ++at;
    while (at < bytes.length && bytes[at] != '"') {
      at += bytes[at] == '\\' ? 2 : 1;
    }
    int end = Math.min(at, bytes.length);
    at = end + 1;
    int next = at;
    while (next < bytes.length && Character.isWhitespace(bytes[next])) {
      next++;
    }
    boolean isMember = next < bytes.length && bytes[next] == ':';
    String said = new String(bytes, begin, end - begin, StandardCharsets.UTF_8);
    if (isMember && NAME.matcher(said).matches()) {
      return;
    }
    for (int i = begin; i < end; i++) {
      if (bytes[i] == '\\') {
        bytes[i] = 'a';
        if (i + 1 < end) {
          bytes[++i] = 'a';
        }
      } else {
        hide(i);
      }
    }
  }

  /** Replaces a word outside strings, unless it is a word of JSON. */
  private void word() {
    int begin = at;
    while (at < bytes.length && Character.isLetter(bytes[at])) {
      at++;
    }
    String said = new String(bytes, begin, at - begin, StandardCharsets.US_ASCII);
    boolean isExponent = begin > 0 && bytes[begin - 1] == '1' && said.equalsIgnoreCase("e");
    for (int i = begin; i < at && !isExponent && !WORDS.contains(said); i++) {
      bytes[i] = 'a';
    }
  }

  private void hide(int i) {
    byte one = bytes[i];
    if (one >= '0' && one <= '9') {
      bytes[i] = '1';
    } else if ((one < ' ' && BLANKS.indexOf(one) < 0) || (one >= 'a' && one <= 'z')) {
      bytes[i] = 'a';
    } else if (one >= 'A' && one <= 'Z' && !isOfTime(i)) {
      bytes[i] = 'A';
    }
  }

  /** Returns whether this letter follows a digit, as T and Z do in 2026-05-01T08:00:00Z. */
  private boolean isOfTime(int i) {
    return i > 0 && bytes[i - 1] == '1' && (bytes[i] == 'T' || bytes[i] == 'Z');
  }
}

package dev.baton.local.proxy;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Reads the messages of a client and recognizes a COMMIT. Each connection has its own. */
sealed interface CommitSpotter {

  /**
   * Returns the complete length of the message that begins at {@code from}; 0 while the length
   * isn't known.
   */
  int length(byte[] bytes, int from, int to);

  /** Returns whether this complete message commits. */
  boolean isCommit(byte[] message);

  static CommitSpotter of(FaultyProxy.Protocol protocol) {
    return protocol == FaultyProxy.Protocol.POSTGRESQL ? new Postgres() : new MySql();
  }

  private static boolean says(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8)
        .strip()
        .toUpperCase(Locale.ROOT)
        .startsWith("COMMIT");
  }

  /**
   * The PostgreSQL protocol: a message is a type byte and a length, except for the first messages.
   * The driver parses the commit statement once and later only binds it by its name.
   */
  final class Postgres implements CommitSpotter {
    private static final int LARGEST_REQUEST_CODE = 80_877_102;

    private final Set<String> commits = new HashSet<>();
    private boolean started;

    @Override
    public int length(byte[] bytes, int from, int to) {
      int head = started ? 1 : 0;
      return to - from < head + 4 ? 0 : head + number(bytes, from + head);
    }

    @Override
    public boolean isCommit(byte[] message) {
      if (!started) {
        // A request for encryption comes before the start-up message. Its code is no valid version.
        started = number(message, 4) < LARGEST_REQUEST_CODE;
        return false;
      }
      return switch (message[0]) {
        case 'Q' -> says(message, 5, message.length - 1);
        case 'P' -> parse(message);
        case 'B' -> commits.contains(text(message, end(message, 5) + 1));
        default -> false;
      };
    }

    private boolean parse(byte[] message) {
      String name = text(message, 5);
      int sql = end(message, 5) + 1;
      if (says(message, sql, end(message, sql))) {
        commits.add(name);
      } else {
        commits.remove(name);
      }
      return false;
    }

    private static int number(byte[] bytes, int at) {
      return (bytes[at] & 0xff) << 24
          | (bytes[at + 1] & 0xff) << 16
          | (bytes[at + 2] & 0xff) << 8
          | (bytes[at + 3] & 0xff);
    }

    private static int end(byte[] message, int from) {
      int at = from;
      while (message[at] != 0) {
        at++;
      }
      return at;
    }

    private static String text(byte[] message, int from) {
      return new String(message, from, end(message, from) - from, StandardCharsets.UTF_8);
    }
  }

  /**
   * The MySQL protocol: a message is three bytes of length, a number, and in a command a byte for
   * its kind.
   */
  final class MySql implements CommitSpotter {
    private static final int HEAD = 4;
    private static final byte QUERY = 3;

    @Override
    public int length(byte[] bytes, int from, int to) {
      return to - from < HEAD
          ? 0
          : HEAD
              + ((bytes[from] & 0xff)
                  | (bytes[from + 1] & 0xff) << 8
                  | (bytes[from + 2] & 0xff) << 16);
    }

    @Override
    public boolean isCommit(byte[] message) {
      return message.length > HEAD + 1
          && message[3] == 0
          && message[HEAD] == QUERY
          && says(message, HEAD + 1, message.length);
    }
  }
}

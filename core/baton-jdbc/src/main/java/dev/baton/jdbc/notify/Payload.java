package dev.baton.jdbc.notify;

import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The text of a notification, version 1. The first line contains the format, the sender and the
 * bucket. Each further line is a hint: id, version, priority, arrival (seconds, nanoseconds), type,
 * key. Tabs separate the fields. Numbers are in base 36.
 *
 * <p>The text is ASCII: it works with every encoding, and each character is one byte.
 */
final class Payload {
  /** PostgreSQL accepts less than 8,000 bytes. */
  static final int MAX_BYTES = 7_999;

  private static final String FORMAT = "baton1";
  private static final int RADIX = Character.MAX_RADIX;
  private static final int ID_BYTES = 16;

  private Payload() {}

  /** Returns a notification that only makes the receivers poll. */
  static String look(String sender, String bucket) {
    return FORMAT + '\t' + escaped(sender) + '\t' + escaped(bucket);
  }

  /**
   * Returns the smallest number of notifications that contain all these hints; none if a hint is
   * too long for a notification.
   */
  static List<String> of(String sender, String bucket, List<Candidate> hints) {
    String head = look(sender, bucket);
    List<String> lines = hints.stream().map(Payload::line).toList();
    boolean tooLong = lines.stream().anyMatch(line -> head.length() + line.length() > MAX_BYTES);
    return tooLong ? List.of() : packed(head, lines);
  }

  /**
   * Returns the smallest number of notifications with this first line that contain all the other
   * lines. Each line must fit into one notification.
   */
  static List<String> packed(String head, List<String> lines) {
    List<String> payloads = new ArrayList<>();
    StringBuilder open = new StringBuilder(head);
    for (String line : lines) {
      if (open.length() + line.length() > MAX_BYTES) {
        payloads.add(open.toString());
        open = new StringBuilder(head);
      }
      open.append(line);
    }
    payloads.add(open.toString());
    return payloads;
  }

  /** Parses a notification; empty if it has another format. */
  static Optional<Message> read(String payload) {
    String[] lines = payload.split("\n", -1);
    String[] head = lines[0].split("\t", -1);
    if (head.length != 3 || !head[0].equals(FORMAT)) {
      return Optional.empty();
    }
    try {
      String bucket = plain(head[2]);
      List<Candidate> hints = new ArrayList<>(lines.length);
      for (int i = 1; i < lines.length; i++) {
        hints.add(hint(bucket, lines[i].split("\t", -1)));
      }
      return Optional.of(new Message(plain(head[1]), bucket, hints));
    } catch (IllegalArgumentException | DateTimeException | ArithmeticException malformed) {
      return Optional.empty();
    }
  }

  private static String line(Candidate hint) {
    Instant arrived = hint.arrivedAt();
    return "\n"
        + id(hint.id())
        + '\t'
        + Long.toString(hint.version(), RADIX)
        + '\t'
        + Integer.toString(hint.priority(), RADIX)
        + '\t'
        + Long.toString(arrived.getEpochSecond(), RADIX)
        + '\t'
        + Integer.toString(arrived.getNano(), RADIX)
        + '\t'
        + escaped(hint.flow().type())
        + '\t'
        + escaped(hint.flow().key());
  }

  private static Candidate hint(String bucket, String[] fields) {
    if (fields.length != 7) {
      throw new IllegalArgumentException("A hint has seven fields");
    }
    long seconds = Long.parseLong(fields[3], RADIX);
    int nanos = Integer.parseInt(fields[4], RADIX);
    return Candidate.hinted(
        id(fields[0]),
        Long.parseLong(fields[1], RADIX),
        bucket,
        new Flow(plain(fields[5]), plain(fields[6])),
        Integer.parseInt(fields[2], RADIX),
        Instant.ofEpochSecond(seconds, nanos));
  }

  static String id(UUID id) {
    ByteBuffer bytes = ByteBuffer.allocate(ID_BYTES);
    bytes.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
  }

  static UUID id(String text) {
    ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
    if (bytes.remaining() != ID_BYTES) {
      throw new IllegalArgumentException("An id has 16 bytes");
    }
    return new UUID(bytes.getLong(), bytes.getLong());
  }

  /**
   * Returns the text with each character that isn't printable ASCII replaced by a backslash and
   * four hexadecimal digits.
   */
  static String escaped(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~' || c == '\\') {
        out.append('\\');
        String hex = Integer.toHexString(c);
        out.append("0".repeat(4 - hex.length())).append(hex);
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }

  static String plain(String escaped) {
    int next = escaped.indexOf('\\');
    if (next < 0) {
      return escaped;
    }
    StringBuilder out = new StringBuilder(escaped.length());
    int from = 0;
    while (next >= 0) {
      if (next + 5 > escaped.length()) {
        throw new IllegalArgumentException("An escape was cut off");
      }
      out.append(escaped, from, next);
      out.append((char) Integer.parseInt(escaped.substring(next + 1, next + 5), 16));
      from = next + 5;
      next = escaped.indexOf('\\', from);
    }
    return out.append(escaped, from, escaped.length()).toString();
  }
}

package dev.baton.jdbc.notify;

import dev.baton.spi.TriggerChannel.CompletionNotice;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The text of a notification about finished tasks, version 1. The first line contains the format,
 * the sender and the kind of notice. Each further line is an id.
 */
final class CompletionPayload {
  private static final String FORMAT = "batonends1";

  private CompletionPayload() {}

  /** The content of one notification. */
  record Message(String sender, CompletionNotice notice) {}

  /** Returns the smallest number of notifications that contain all these ids. */
  static List<String> of(String sender, CompletionNotice.Kind kind, Collection<UUID> ids) {
    String head = FORMAT + '\t' + Payload.escaped(sender) + '\t' + kind.name();
    return Payload.packed(head, ids.stream().map(id -> '\n' + Payload.id(id)).toList());
  }

  /** Parses a notification; empty if it has another format. */
  static Optional<Message> read(String payload) {
    String[] lines = payload.split("\n", -1);
    String[] head = lines[0].split("\t", -1);
    if (head.length != 3 || !head[0].equals(FORMAT)) {
      return Optional.empty();
    }
    try {
      List<UUID> ids = new ArrayList<>(lines.length);
      for (int i = 1; i < lines.length; i++) {
        ids.add(Payload.id(lines[i]));
      }
      CompletionNotice.Kind kind = CompletionNotice.Kind.valueOf(head[2]);
      return Optional.of(new Message(Payload.plain(head[1]), new CompletionNotice(kind, ids)));
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }
}

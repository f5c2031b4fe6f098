package dev.baton.cassandra.row;

import dev.baton.cassandra.shard.Rows;
import dev.baton.cassandra.shard.Shards;
import dev.baton.operate.AuditEntry;
import dev.baton.spi.AuditNote;
import java.time.Instant;

/** Stores audit entries, in the order of their times. */
public final class Audit {
  private static final int FORMAT = 1;

  private Audit() {}

  /** Writes an entry. */
  public static void put(Rows rows, AuditNote note, Instant now) {
    Encoder out = new Encoder().code(FORMAT).time(now);
    out.maybe(note.taskId(), out::id).maybe(note.version(), out::number);
    out.text(note.actor()).text(note.action());
    out.maybe(note.reason(), out::text).maybe(note.detail(), out::text);
    rows.put(Keys.audit(now, note.id()), out.toArray());
  }

  public static AuditEntry read(Shards.ShardRow found) {
    Decoder in = Decoder.of(found.row().value(), FORMAT, "An audit entry");
    Instant writtenAt = in.time();
    return new AuditEntry(
        found.key().lastId(),
        writtenAt,
        in.maybe(in::id),
        in.maybe(in::number),
        in.text(),
        in.text(),
        in.maybe(in::text),
        in.maybe(in::text));
  }
}

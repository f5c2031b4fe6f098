package dev.baton.cassandra.row;

import dev.baton.cassandra.shard.Row;
import dev.baton.cassandra.shard.Rows;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where a limit of the cluster stands. Immutable.
 *
 * @param taken slots that were taken; one whose task isn't held so any more counts until a claim or
 *     the pruning frees it
 * @param paidUntil up to when a rate's units are paid for; null for slots
 */
public record LimitRow(List<Taken> taken, @Nullable Instant paidUntil) {
  /** A limit that no task has used. */
  public static final LimitRow NEW = new LimitRow(List.of(), null);

  private static final int FORMAT = 1;

  /**
   * A slot that was taken for a claim, before that was made.
   *
   * @param task which is to be claimed
   * @param createdAt when it was added: another may have its id later
   * @param version at which it is to be claimed
   * @param owner that only this claim has
   * @param at when the slot was taken
   */
  public record Taken(UUID task, Instant createdAt, long version, UUID owner, Instant at) {}

  public static LimitRow get(Rows rows, String name) {
    return of(rows.get(Keys.limit(name)));
  }

  /**
   * @param row where it was looked for; null when it isn't there
   */
  public static LimitRow of(@Nullable Row row) {
    if (row == null) {
      return NEW;
    }
    Decoder in = Decoder.of(row.value(), FORMAT, "A limit");
    Instant paidUntil = in.maybe(in::time);
    return new LimitRow(
        in.all(() -> new Taken(in.id(), in.time(), in.number(), in.id(), in.time())), paidUntil);
  }

  /** The same, these slots free. */
  public LimitRow without(Set<Taken> over) {
    return new LimitRow(taken.stream().filter(one -> !over.contains(one)).toList(), paidUntil);
  }

  public boolean isIdleAt(Instant now) {
    return taken.isEmpty() && (paidUntil == null || !paidUntil.isAfter(now));
  }

  public byte[] encoded() {
    Encoder out = new Encoder().code(FORMAT);
    out.maybe(paidUntil, out::time);
    out.all(
        taken,
        one ->
            out.id(one.task())
                .time(one.createdAt())
                .number(one.version())
                .id(one.owner())
                .time(one.at()));
    return out.toArray();
  }
}

package dev.baton.cassandra.row;

import dev.baton.cassandra.shard.Row;
import dev.baton.cassandra.shard.Rows;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The state of a limit of the cluster. Immutable.
 *
 * @param taken the taken slots; a slot whose claim no longer owns its task counts until a claim or
 *     the pruning frees it
 * @param paidUntil the time up to which a rate's units are accounted for; null for slots
 */
public record LimitRow(List<Taken> taken, @Nullable Instant paidUntil) {
  /** A limit that no task has used. */
  public static final LimitRow NEW = new LimitRow(List.of(), null);

  private static final int FORMAT = 1;

  /**
   * A slot, taken for a claim before the claim is made.
   *
   * @param task the task to claim
   * @param createdAt when it was added, because a later task may have the same id
   * @param version the version at which to claim it
   * @param owner an owner that only this claim has
   * @param at when the slot was taken
   */
  public record Taken(UUID task, Instant createdAt, long version, UUID owner, Instant at) {}

  public static LimitRow get(Rows rows, String name) {
    return of(rows.get(Keys.limit(name)));
  }

  /**
   * @param row the limit's row; null if it doesn't exist
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

  /** Returns the limit with these slots free. */
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

package dev.baton.cassandra.shard;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import dev.baton.cassandra.cql.Cql;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The statements on the table of shards. Thread-safe. */
final class ShardTable implements Epochs {
  private static final String STATE =
      "SELECT epoch, writes, gaps FROM %s.baton_shard WHERE shard = ? AND row_key = 0x00";
  private static final String ROWS =
      "SELECT row_key, value, payload FROM %s.baton_shard WHERE shard = ? AND row_key IN ?";
  private static final String OUTLINES =
      "SELECT row_key, value FROM %s.baton_shard WHERE shard = ? AND row_key IN ?";
  private static final String RANGE =
      "SELECT row_key, value FROM %s.baton_shard"
          + " WHERE shard = ? AND row_key >= ? AND row_key < ? LIMIT ?";
  private static final String BACKWARDS =
      "SELECT row_key, value FROM %s.baton_shard"
          + " WHERE shard = ? AND row_key >= ? AND row_key < ? ORDER BY row_key DESC LIMIT ?";
  private static final String TURN =
      "UPDATE %s.baton_shard SET epoch = ?, writes = ?, gaps = ?"
          + " WHERE shard = ? AND row_key = 0x00 IF epoch = ?";
  private static final String PUT =
      "INSERT INTO %s.baton_shard (shard, row_key, value, payload) VALUES (?, ?, ?, ?)";
  private static final String REMOVE = "DELETE FROM %s.baton_shard WHERE shard = ? AND row_key = ?";
  private static final String CLEAR =
      "DELETE FROM %s.baton_shard WHERE shard = ? AND row_key >= ? AND row_key < ?";

  private static final int FIRST = 0;
  private static final int SECOND = 1;
  private static final int THIRD = 2;

  private final Cql cql;
  private final PreparedStatement readState;
  private final PreparedStatement readRows;
  private final PreparedStatement readOutlines;
  private final PreparedStatement readRange;
  private final PreparedStatement readBackwards;
  private final PreparedStatement writeState;
  private final PreparedStatement putRow;
  private final PreparedStatement removeRow;
  private final PreparedStatement clearRange;

  ShardTable(Cql cql) {
    this.cql = cql;
    readState = cql.prepare(STATE);
    readRows = cql.prepare(ROWS);
    readOutlines = cql.prepare(OUTLINES);
    readRange = cql.prepare(RANGE);
    readBackwards = cql.prepare(BACKWARDS);
    writeState = cql.prepare(TURN);
    putRow = cql.prepare(PUT);
    removeRow = cql.prepare(REMOVE);
    clearRange = cql.prepare(CLEAR);
  }

  /** A row and its key. */
  record KeyedRow(RowKey key, Row row) {}

  @Override
  public CompletionStage<ShardState> state(int shard, boolean serially) {
    BoundStatement read = readState.bind(shard);
    return (serially ? cql.readSerially(read) : cql.read(read))
        .thenApply(rows -> rows.isEmpty() ? ShardState.NEW : state(rows.get(0)));
  }

  private static ShardState state(com.datastax.oss.driver.api.core.cql.Row row) {
    ByteBuffer gaps = row.getByteBuffer("gaps");
    List<UUID> writes = row.getList("writes", UUID.class);
    return new ShardState(
        row.getLong("epoch"),
        writes == null ? List.of() : writes,
        gaps == null ? Gaps.NONE : Gaps.of(gaps));
  }

  /** Adds the rows that exist. */
  CompletionStage<Map<RowKey, Row>> rows(
      int shard, List<RowKey> keys, boolean payloads, Map<RowKey, Row> into) {
    if (keys.isEmpty()) {
      return CompletableFuture.completedStage(into);
    }
    List<ByteBuffer> wanted = keys.stream().distinct().map(RowKey::toBuffer).toList();
    return cql.read((payloads ? readRows : readOutlines).bind(shard, wanted))
        .thenApply(
            rows -> {
              rows.forEach(row -> into.put(key(row), row(row, payloads)));
              return into;
            });
  }

  CompletionStage<List<KeyedRow>> range(int shard, Gaps.Range range, int limit) {
    return range(readRange, shard, range, limit);
  }

  /** Reads the last rows of the range, last first. */
  CompletionStage<List<KeyedRow>> lastOf(int shard, Gaps.Range range, int limit) {
    return range(readBackwards, shard, range, limit);
  }

  private CompletionStage<List<KeyedRow>> range(
      PreparedStatement statement, int shard, Gaps.Range range, int limit) {
    BoundStatement read =
        statement.bind(shard, range.from().toBuffer(), range.to().toBuffer(), limit);
    return cql.read(read)
        .thenApply(
            rows -> rows.stream().map(row -> new KeyedRow(key(row), row(row, false))).toList());
  }

  private static RowKey key(com.datastax.oss.driver.api.core.cql.Row row) {
    return RowKey.of(Objects.requireNonNull(row.getByteBuffer("row_key")));
  }

  private static Row row(com.datastax.oss.driver.api.core.cql.Row row, boolean payload) {
    byte[] value = array(row.getByteBuffer("value"));
    return new Row(
        value == null ? new byte[0] : value, payload ? array(row.getByteBuffer("payload")) : null);
  }

  private static byte @Nullable [] array(@Nullable ByteBuffer bytes) {
    if (bytes == null) {
      return null;
    }
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return copy;
  }

  @Override
  public CompletionStage<Boolean> turn(int shard, ShardState next, Change change) {
    BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
    batch.addStatement(
        writeState.bind(
            next.epoch(), next.writes(), next.gaps().toBuffer(), shard, next.epoch() - 1));
    change.writes().forEach(write -> batch.addStatement(statement(shard, write)));
    change
        .cleared()
        .forEach(
            range ->
                batch.addStatement(
                    clearRange.bind(shard, range.from().toBuffer(), range.to().toBuffer())));
    return cql.compareAndSet(batch.build());
  }

  private BatchableStatement<?> statement(int shard, Rows.Write write) {
    Row row = write.row();
    if (row == null) {
      return removeRow.bind(shard, write.key().toBuffer());
    }
    BoundStatementBuilder put =
        putRow
            .boundStatementBuilder()
            .setInt(FIRST, shard)
            .setByteBuffer(SECOND, write.key().toBuffer())
            .setByteBuffer(THIRD, ByteBuffer.wrap(row.value()));
    // A value that isn't set stays unchanged, without a needless tombstone.
    return write.withPayload()
        ? put.setByteBuffer(THIRD + 1, buffer(row.payload())).build()
        : put.build();
  }

  private static @Nullable ByteBuffer buffer(byte @Nullable [] bytes) {
    return bytes == null ? null : ByteBuffer.wrap(bytes);
  }

  /**
   * The changes of one compare-and-set in addition to the shard's state.
   *
   * @param cleared ranges whose rows are removed; none of them is written
   */
  record Change(List<Rows.Write> writes, List<Gaps.Range> cleared) {}
}

package dev.baton.cassandra.row;

import dev.baton.cassandra.shard.Row;
import dev.baton.operate.statistics.Histogram;
import dev.baton.operate.statistics.TaskStatistics;
import dev.baton.spi.StatisticsStore.Minute;

/** Encodes a node's statistics for a minute, type and bucket as bytes. */
public final class MinuteCodec {
  /** Approximate number of bytes. */
  public static final int SIZE = 800;

  private static final int FORMAT = 1;

  private MinuteCodec() {}

  public static byte[] encode(Minute minute) {
    TaskStatistics done = minute.statistics();
    Encoder out = new Encoder().code(FORMAT).number(minute.number());
    out.text(minute.bucket()).text(minute.type());
    out.number(done.added()).number(done.started()).number(done.done()).number(done.failed());
    out.number(done.errors()).number(done.retried()).number(done.lost());
    out.all(done.waited().counts(), out::number).all(done.ran().counts(), out::number);
    return out.toArray();
  }

  public static Minute read(Row row) {
    Decoder in = Decoder.of(row.value(), FORMAT, "A minute of statistics");
    long number = in.number();
    String bucket = in.text();
    String type = in.text();
    TaskStatistics done =
        new TaskStatistics(
            in.number(),
            in.number(),
            in.number(),
            in.number(),
            in.number(),
            in.number(),
            in.number(),
            Histogram.of(in.all(in::number)),
            Histogram.of(in.all(in::number)));
    return new Minute(number, bucket, type, done);
  }
}

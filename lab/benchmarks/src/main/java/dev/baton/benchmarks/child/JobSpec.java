package dev.baton.benchmarks.child;

import dev.baton.benchmarks.Job;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The jobs to add.
 *
 * @param from the number of the first job
 * @param keys the number of keys; 0 for jobs without keys
 * @param dueAtMillis when they are due, in milliseconds since 1970; 0 for at once
 */
public record JobSpec(
    long from, int count, Job.Kind kind, int payloadBytes, int keys, long dueAtMillis) {

  /** Returns jobs without keys that are due at once. */
  public static JobSpec fast(long from, int count) {
    return new JobSpec(from, count, Job.Kind.FAST, 200, 0, 0);
  }

  public JobSpec slow() {
    return new JobSpec(from, count, Job.Kind.SLOW, payloadBytes, keys, dueAtMillis);
  }

  public JobSpec payload(int bytes) {
    return new JobSpec(from, count, kind, bytes, keys, dueAtMillis);
  }

  public JobSpec keys(int number) {
    return new JobSpec(from, count, kind, payloadBytes, number, dueAtMillis);
  }

  public JobSpec dueAt(Instant time) {
    return new JobSpec(from, count, kind, payloadBytes, keys, time.toEpochMilli());
  }

  static JobSpec of(Words words) {
    return new JobSpec(
        words.number("from"),
        words.count("count"),
        Job.Kind.valueOf(words.text("kind")),
        words.count("payload"),
        words.count("keys"),
        words.number("dueAt"));
  }

  /** Returns the line with these values added. */
  public Words onto(Words line) {
    return line.with("from", from)
        .with("count", count)
        .with("kind", kind)
        .with("payload", payloadBytes)
        .with("keys", keys)
        .with("dueAt", dueAtMillis);
  }

  Job job(long number) {
    @Nullable String key = keys == 0 ? null : "key-" + number % keys;
    @Nullable Instant due = dueAtMillis == 0 ? null : Instant.ofEpochMilli(dueAtMillis);
    return new Job(number, kind, key, payloadBytes, due);
  }
}

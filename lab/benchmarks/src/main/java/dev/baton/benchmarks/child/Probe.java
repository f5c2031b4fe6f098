package dev.baton.benchmarks.child;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * The times at which each job was added and started, in a file that all processes of a trial map
 * into memory. Times are {@link System#nanoTime}, which on Linux and macOS is one clock for all
 * processes. Thread-safe.
 */
public final class Probe {
  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final int RUNS = 0;
  private static final int LAST_END = 8;
  private static final int ADDED = 16;
  private static final int HEADER = 64;

  private static final int ADDING_AT = 0;
  private static final int COMMITTED_AT = 8;
  private static final int STARTED_AT = 16;
  private static final int STARTS = 24;
  private static final int SLOT = 32;

  private final MappedByteBuffer memory;
  private final int jobs;

  private Probe(MappedByteBuffer memory, int jobs) {
    this.memory = memory;
    this.jobs = jobs;
  }

  /** Opens or creates the file with space for jobs of the numbers 0 to {@code jobs - 1}. */
  public static Probe on(Path file, int jobs) throws IOException {
    try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw")) {
      long size = HEADER + (long) SLOT * jobs;
      return new Probe(opened.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, size), jobs);
    }
  }

  /** Returns the number of jobs that fit in the file. */
  public int jobs() {
    return jobs;
  }

  /** Records that a producer is about to add the job. */
  public void adding(long number) {
    set(number, ADDING_AT, System.nanoTime());
  }

  /** Records that the job was committed just now. */
  public void committed(long number) {
    set(number, COMMITTED_AT, System.nanoTime());
    LONGS.getAndAdd(memory, ADDED, 1L);
  }

  /** Records that a handler got the job, and returns how often that has happened. */
  public long started(long number) {
    long now = System.nanoTime();
    long starts = 1 + (long) LONGS.getAndAdd(memory, at(number, STARTS), 1L);
    if (starts == 1) {
      set(number, STARTED_AT, now);
    }
    return starts;
  }

  /** Records that a handler has finished a job. */
  public void ended() {
    LONGS.setOpaque(memory, LAST_END, System.nanoTime());
    LONGS.getAndAdd(memory, RUNS, 1L);
  }

  /** Returns how many handlers have ended. */
  public long runs() {
    return (long) LONGS.getVolatile(memory, RUNS);
  }

  /** Returns how many single adds have returned. */
  public long added() {
    return (long) LONGS.getVolatile(memory, ADDED);
  }

  /** Returns when the last handler ended. */
  public long lastEnd() {
    return (long) LONGS.getVolatile(memory, LAST_END);
  }

  /** Returns when a producer began to add the job; 0 for a job that was added in bulk. */
  public long addingAt(long number) {
    return (long) LONGS.getVolatile(memory, at(number, ADDING_AT));
  }

  /** Returns when the job's add returned; 0 for a job that was added in bulk. */
  public long committedAt(long number) {
    return (long) LONGS.getVolatile(memory, at(number, COMMITTED_AT));
  }

  /** Returns when the job's first handler began; 0 if none has. */
  public long startedAt(long number) {
    return (long) LONGS.getVolatile(memory, at(number, STARTED_AT));
  }

  /** Returns how often a handler got the job. */
  public long starts(long number) {
    return (long) LONGS.getVolatile(memory, at(number, STARTS));
  }

  private void set(long number, int field, long value) {
    LONGS.setVolatile(memory, at(number, field), value);
  }

  private int at(long number, int field) {
    if (number < 0 || number >= jobs) {
      throw new IllegalArgumentException("No job has the number " + number);
    }
    return HEADER + Math.toIntExact(number * SLOT) + field;
  }
}

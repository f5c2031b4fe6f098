package dev.baton.task.rule;

import dev.baton.task.Bytes;
import java.nio.ByteBuffer;
import java.time.Instant;

/**
 * A stored signal that was sent to a task by name, or a stored wait for one.
 *
 * @param isWait whether this is a wait
 * @param name the name of the signal
 * @param number the number of the signal or wait among those of the same name
 * @param content the value of a signal. For a wait, 13 bytes: a code ({@value #LASTS} while the
 *     wait is open, {@value #OVER} after it timed out), then the time at which it times out, as
 *     seconds and nanoseconds
 */
public record SignalNote(boolean isWait, String name, int number, Bytes content) {
  private static final byte LASTS = 0;
  private static final byte OVER = 1;
  private static final int LENGTH = Byte.BYTES + Long.BYTES + Integer.BYTES;

  /** Returns a wait that times out at this time. */
  public static SignalNote waits(String name, int number, Instant until) {
    return wait(name, number, LASTS, until);
  }

  private static SignalNote wait(String name, int number, byte code, Instant until) {
    ByteBuffer content = ByteBuffer.allocate(LENGTH).put(code);
    content.putLong(until.getEpochSecond()).putInt(until.getNano());
    return new SignalNote(true, name, number, Bytes.of(content.array()));
  }

  /** Returns a copy of the wait that times out at this time. */
  public SignalNote waitsUntil(Instant time) {
    return waits(name, number, time);
  }

  /** Returns a copy of the wait that has timed out. */
  public SignalNote over() {
    return wait(name, number, OVER, until());
  }

  /** Returns a signal with an empty value, or the same wait. */
  public SignalNote head() {
    return isWait ? this : new SignalNote(false, name, number, Bytes.of(""));
  }

  /** Returns whether this wait timed out. */
  boolean isOver() {
    return content.toArray()[0] == OVER;
  }

  /** Returns the end of the timeout of this wait. */
  public Instant until() {
    ByteBuffer stored = ByteBuffer.wrap(content.toArray(), Byte.BYTES, LENGTH - Byte.BYTES);
    return Instant.ofEpochSecond(stored.getLong(), stored.getInt());
  }
}

package dev.baton.jdbc.sql;

import dev.baton.handler.Retry;
import dev.baton.handler.internal.RetryNumbers;
import dev.baton.limit.Rate;
import dev.baton.operate.override.ActiveOverride;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideTarget.Kind;
import dev.baton.operate.override.OverrideValue;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;

/** Writes and reads rows of {@code baton_override}. */
public final class OverrideRow {
  private static final Kind[] KINDS = {
    Kind.NODE_SLOTS,
    Kind.KEY_SLOTS,
    Kind.CLUSTER_SLOTS,
    Kind.RATE,
    Kind.RETRY,
    Kind.MUTE,
    Kind.STATE_SLOTS,
    Kind.STATE_KEY_SLOTS,
    Kind.ACKNOWLEDGEMENT
  };

  private OverrideRow() {}

  /** Returns whether this row of {@code switches} is an override. The other rows are pauses. */
  public static boolean isOne(ResultSet row) throws SQLException {
    return row.getInt(1) < 0;
  }

  /** Returns the name of the row for log lines. */
  public static String name(ResultSet row) throws SQLException {
    return ReadableRows.name(row.getInt(1), row.getString(3));
  }

  /** Reads a row of {@code overrides} or {@code switches}. */
  public static ActiveOverride read(Statements statements, ResultSet row) throws SQLException {
    int index = -1 - row.getInt(1);
    if (index >= KINDS.length) {
      throw new IllegalArgumentException("this version doesn't know the kind");
    }
    String reason = row.getString(5);
    return new ActiveOverride(
        new OverrideTarget(KINDS[index], row.getString(3)),
        value(KINDS[index], row.getString(4)),
        row.getString(2),
        reason.isEmpty() ? null : reason,
        statements.time(row, 6));
  }

  public static int codeOf(Kind kind) {
    for (int i = 0; i < KINDS.length; i++) {
      if (KINDS[i] == kind) {
        return -1 - i;
      }
    }
    throw new IllegalStateException("A kind without a code: " + kind);
  }

  /** Returns the value as it is stored: its numbers, separated by blanks. */
  public static String numbers(OverrideValue value) {
    if (value instanceof OverrideValue.Slots slots) {
      return String.valueOf(slots.slots());
    }
    if (value instanceof OverrideValue.Pace pace) {
      return pace.units() + " " + pace.period() + " " + pace.burst();
    }
    if (value instanceof OverrideValue.Mute mute) {
      Instant until = mute.until();
      return (until == null ? "-" : until.toString()) + " " + mute.cause();
    }
    if (value instanceof OverrideValue.Acknowledged seen) {
      return seen.until().toString();
    }
    OverrideValue.Backoff retry = (OverrideValue.Backoff) value;
    return retry.delay()
        + " "
        + retry.multiplier()
        + " "
        + retry.attempts()
        + " "
        + retry.maxDelay();
  }

  /**
   * Throws if no limit or retry can use the value. A node then ignores this row and applies the
   * others.
   */
  private static OverrideValue value(Kind kind, String numbers) {
    String[] parts = numbers.split(" ");
    return switch (kind) {
      case NODE_SLOTS, KEY_SLOTS, CLUSTER_SLOTS, STATE_SLOTS, STATE_KEY_SLOTS -> {
        requireParts(parts, 1);
        yield new OverrideValue.Slots(positive(parts[0]));
      }
      case RATE -> {
        requireParts(parts, 3);
        OverrideValue.Pace pace =
            new OverrideValue.Pace(
                positive(parts[0]), Duration.parse(parts[1]), positive(parts[2]));
        Rate.of(pace.units(), pace.period()).burst(pace.burst());
        yield pace;
      }
      case RETRY -> {
        requireParts(parts, 4);
        OverrideValue.Backoff retry =
            new OverrideValue.Backoff(
                Duration.parse(parts[0]),
                Double.parseDouble(parts[1]),
                positive(parts[2]),
                Duration.parse(parts[3]));
        RetryNumbers.with(Retry.never(), retry);
        yield retry;
      }
      case MUTE ->
          new OverrideValue.Mute(
              parts[0].equals("-") ? null : Instant.parse(parts[0]),
              numbers.substring(Math.min(numbers.length(), parts[0].length() + 1)));
      case ACKNOWLEDGEMENT -> new OverrideValue.Acknowledged(Instant.parse(numbers));
    };
  }

  private static void requireParts(String[] parts, int count) {
    if (parts.length != count) {
      throw new IllegalArgumentException(
          "it has " + parts.length + " numbers where " + count + " are expected");
    }
  }

  private static int positive(String text) {
    int number = Integer.parseInt(text);
    if (number < 1) {
      throw new IllegalArgumentException("a number is below 1");
    }
    return number;
  }
}

package dev.baton.cassandra.row;

import dev.baton.operate.override.ActiveOverride;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideValue;
import java.time.Duration;
import java.time.Instant;

/** Encodes overrides as bytes. The first byte is the format. */
public final class OverrideCodec {
  private static final int FORMAT = 1;

  private static final int SLOTS = 1;
  private static final int PACE = 2;
  private static final int BACKOFF = 3;
  private static final int MUTE = 4;
  private static final int ACKNOWLEDGED = 5;

  private OverrideCodec() {}

  public static byte[] encode(ActiveOverride override) {
    Encoder out = new Encoder().code(FORMAT);
    out.text(override.target().kind().name()).text(override.target().name());
    write(out, override.value());
    out.text(override.setBy()).maybe(override.reason(), out::text).time(override.setAt());
    return out.toArray();
  }

  private static void write(Encoder out, OverrideValue value) {
    if (value instanceof OverrideValue.Slots slots) {
      out.code(SLOTS).number(slots.slots());
    } else if (value instanceof OverrideValue.Pace pace) {
      out.code(PACE).number(pace.units()).text(pace.period().toString()).number(pace.burst());
    } else if (value instanceof OverrideValue.Backoff backoff) {
      out.code(BACKOFF).text(backoff.delay().toString());
      out.number(Double.doubleToLongBits(backoff.multiplier())).number(backoff.attempts());
      out.text(backoff.maxDelay().toString());
    } else if (value instanceof OverrideValue.Acknowledged seen) {
      out.code(ACKNOWLEDGED).text(seen.until().toString());
    } else {
      OverrideValue.Mute mute = (OverrideValue.Mute) value;
      out.code(MUTE).maybe(mute.until(), until -> out.text(until.toString())).text(mute.cause());
    }
  }

  public static ActiveOverride decode(byte[] bytes) {
    Decoder in = Decoder.of(bytes, FORMAT, "An override");
    OverrideTarget target = new OverrideTarget(OverrideTarget.Kind.valueOf(in.text()), in.text());
    OverrideValue value = value(in);
    return new ActiveOverride(target, value, in.text(), in.maybe(in::text), in.time());
  }

  private static OverrideValue value(Decoder in) {
    int kind = in.code();
    return switch (kind) {
      case SLOTS -> new OverrideValue.Slots(in.count());
      case PACE -> new OverrideValue.Pace(in.count(), Duration.parse(in.text()), in.count());
      case BACKOFF ->
          new OverrideValue.Backoff(
              Duration.parse(in.text()),
              Double.longBitsToDouble(in.number()),
              in.count(),
              Duration.parse(in.text()));
      case MUTE -> new OverrideValue.Mute(in.maybe(() -> Instant.parse(in.text())), in.text());
      case ACKNOWLEDGED -> new OverrideValue.Acknowledged(Instant.parse(in.text()));
      default ->
          throw new IllegalStateException(
              "An override has the kind " + kind + ", which a newer version of Baton wrote");
    };
  }
}

package dev.baton.cli.text;

import dev.baton.task.row.When;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converters for times and durations as people write them. */
public final class Times {
  private static final Pattern SHORT = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

  private Times() {}

  /** Reads a duration: {@code 90s}, {@code 15m}, {@code 2h}, {@code 3d}, or {@code PT15M}. */
  public static final class Length implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      Matcher matcher = SHORT.matcher(text);
      try {
        Duration length =
            matcher.matches()
                ? of(Long.parseLong(matcher.group(1)), matcher.group(2))
                : Duration.parse(text);
        if (length.isNegative()) {
          throw new TypeConversionException("'" + text + "' is negative");
        }
        return length;
      } catch (DateTimeException unreadable) {
        throw new TypeConversionException(
            "'" + text + "' is not a duration: write 90s, 15m, 2h, 3d or PT15M");
      }
    }

    private static Duration of(long count, String unit) {
      return switch (unit) {
        case "ms" -> Duration.ofMillis(count);
        case "s" -> Duration.ofSeconds(count);
        case "m" -> Duration.ofMinutes(count);
        case "h" -> Duration.ofHours(count);
        default -> Duration.ofDays(count);
      };
    }
  }

  /**
   * Reads a time: {@code 2026-05-01T08:00:00Z}, {@code 2026-05-01} (UTC), or a duration before now.
   */
  public static final class Moment implements ITypeConverter<Instant> {
    private final Clock clock;

    @SuppressWarnings("UnusedMethod") // used by picocli
    public Moment() {
      this(Clock.systemUTC());
    }

    public Moment(Clock clock) {
      this.clock = clock;
    }

    @Override
    public Instant convert(String text) {
      try {
        // Rejects times that no database can store.
        return When.at(read(text)).from(Instant.EPOCH);
      } catch (DateTimeException | ArithmeticException | IllegalArgumentException unreadable) {
        throw new TypeConversionException(
            "'"
                + text
                + "' is not a time: write 2026-05-01T08:00:00Z, 2026-05-01 (UTC), or 2h for two"
                + " hours ago");
      }
    }

    private Instant read(String text) {
      if (SHORT.matcher(text).matches() || text.startsWith("P")) {
        return clock.instant().minus(new Length().convert(text));
      }
      return text.indexOf('T') < 0
          ? LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC)
          : OffsetDateTime.parse(text).toInstant();
    }
  }
}

package dev.baton.operate.override.internal;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Formats values as text for people. */
public final class PlainWords {
  private static final int LONGEST_ERROR = 200;

  private PlainWords() {}

  /** Returns a time with all of its units, such as {@code 1 h 30 min 10 s}. */
  public static String exactly(Duration time) {
    return String.join(" ", units(time));
  }

  /** Returns a time by its two largest units, such as {@code 1 h 30 min}. */
  public static String about(Duration time) {
    return units(time).stream().limit(2).collect(Collectors.joining(" "));
  }

  private static List<String> units(Duration time) {
    if (time.toMillis() <= 0) {
      return List.of("0 s");
    }
    return Stream.of(
            unit(time.toDays(), "d"),
            unit(time.toHoursPart(), "h"),
            unit(time.toMinutesPart(), "min"),
            unit(time.toSecondsPart(), "s"),
            unit(time.toMillisPart(), "ms"))
        .filter(unit -> !unit.isEmpty())
        .toList();
  }

  private static String unit(long number, String name) {
    return number == 0 ? "" : number + " " + name;
  }

  /** Returns the first line of an error, without its stack trace, at most 200 characters. */
  public static String firstLine(String error) {
    String line = error.strip().lines().findFirst().orElse("");
    if (line.length() <= LONGEST_ERROR) {
      return line;
    }
    boolean cutsAPair = Character.isHighSurrogate(line.charAt(LONGEST_ERROR - 1));
    return line.substring(0, cutsAPair ? LONGEST_ERROR - 1 : LONGEST_ERROR) + "\u2026";
  }
}

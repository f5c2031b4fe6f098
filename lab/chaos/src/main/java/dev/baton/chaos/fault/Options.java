package dev.baton.chaos.fault;

import dev.baton.chaos.process.Links;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Options of a chaos run, set by system properties. */
public final class Options {
  private Options() {}

  /** Returns {@code baton.chaos.seed}, which repeats the choice of faults but not their timing. */
  public static long seed() {
    String text = System.getProperty("baton.chaos.seed", "");
    return text.isEmpty() ? System.nanoTime() % 1_000_000 : Long.parseLong(text);
  }

  /**
   * Returns the links of {@code baton.chaos.hints} and {@code baton.chaos.leaders}, or else the
   * run's own links.
   */
  public static Links links(Links usual) {
    String hints = System.getProperty("baton.chaos.hints", "");
    String leaders = System.getProperty("baton.chaos.leaders", "");
    return Links.of(
        hints.isEmpty() ? usual.hints() : Links.Hints.valueOf(hints.toUpperCase(Locale.ROOT)),
        leaders.isEmpty()
            ? usual.leaders()
            : Links.Leaders.valueOf(leaders.toUpperCase(Locale.ROOT)));
  }

  /**
   * Returns the comma-separated faults of {@code baton.chaos.faults}, or else the run's own faults.
   */
  public static List<FaultKind> faults(Collection<FaultKind> usual) {
    String text = System.getProperty("baton.chaos.faults", "");
    return text.isEmpty()
        ? List.copyOf(usual)
        : Stream.of(text.split(",")).map(FaultKind::valueOf).toList();
  }

  /** Returns {@code baton.chaos}: how long to inject faults. Empty: one fault of each kind. */
  public static Optional<Duration> length() {
    String text = System.getProperty("baton.chaos", "");
    return text.isEmpty() ? Optional.empty() : Optional.of(Duration.parse(text));
  }
}

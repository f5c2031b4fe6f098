package dev.baton.chaos.fault;

import dev.baton.chaos.process.Links;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What whoever starts the chaos may choose, by system properties. */
public final class Options {
  private Options() {}

  /** {@code baton.chaos.seed}: repeats the choice of faults, though not their timing. */
  public static long seed() {
    String text = System.getProperty("baton.chaos.seed", "");
    return text.isEmpty() ? System.nanoTime() % 1_000_000 : Long.parseLong(text);
  }

  /** {@code baton.chaos.hints}, {@code baton.chaos.leaders}: instead of the run's own. */
  public static Links links(Links usual) {
    String hints = System.getProperty("baton.chaos.hints", "");
    String leaders = System.getProperty("baton.chaos.leaders", "");
    return Links.of(
        hints.isEmpty() ? usual.hints() : Links.Hints.valueOf(hints.toUpperCase(Locale.ROOT)),
        leaders.isEmpty()
            ? usual.leaders()
            : Links.Leaders.valueOf(leaders.toUpperCase(Locale.ROOT)));
  }

  /** {@code baton.chaos.faults}: only these, with commas between; empty: the run's own. */
  public static List<FaultKind> faults(Collection<FaultKind> usual) {
    String text = System.getProperty("baton.chaos.faults", "");
    return text.isEmpty()
        ? List.copyOf(usual)
        : Stream.of(text.split(",")).map(FaultKind::valueOf).toList();
  }

  /** {@code baton.chaos}: how long faults go on; empty: one of each kind. */
  public static Optional<Duration> length() {
    String text = System.getProperty("baton.chaos", "");
    return text.isEmpty() ? Optional.empty() : Optional.of(Duration.parse(text));
  }
}

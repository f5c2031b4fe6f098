package dev.baton.cli;

import dev.baton.cli.text.Failure;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how much of a list, and from where. */
final class Paging {
  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      description = "At most so many; 50 unless given.")
  private int limit = 50;

  @Option(names = "--after", paramLabel = "CURSOR", description = "Goes on with an earlier list.")
  private @Nullable String after;

  /** At most so many as may be asked for. */
  int limit(int most) {
    if (limit < 1 || limit > most) {
      throw Failure.usage("--limit takes 1 to " + most + ", not " + limit);
    }
    return limit;
  }

  @Nullable String after() {
    return after;
  }
}

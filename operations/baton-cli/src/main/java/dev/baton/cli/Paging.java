package dev.baton.cli;

import dev.baton.cli.text.Failure;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that select a page of a list. */
final class Paging {
  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      description = "Maximum number of entries; 50 by default.")
  private int limit = 50;

  @Option(names = "--after", paramLabel = "CURSOR", description = "Continues an earlier list.")
  private @Nullable String after;

  /** Returns the limit, or fails if it isn't between 1 and {@code most}. */
  int limit(int most) {
    if (limit < 1 || limit > most) {
      throw Failure.usage("--limit must be 1 to " + most + ", not " + limit);
    }
    return limit;
  }

  @Nullable String after() {
    return after;
  }
}

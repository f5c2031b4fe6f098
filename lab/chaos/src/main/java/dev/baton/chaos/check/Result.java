package dev.baton.chaos.check;

import dev.baton.chaos.record.Occurrence;
import dev.baton.chaos.record.Verdict;
import java.util.List;
import java.util.Map;

/**
 * What a run found.
 *
 * @param options how the nodes heard of each other
 * @param occurrences how often it met what it is to meet
 * @param fenced completions that came too late and did nothing
 * @param lapsed leases that lapsed
 * @param trouble what went wrong besides broken promises
 */
public record Result(
    String name,
    long seed,
    String options,
    long seconds,
    List<Recovery> recoveries,
    Verdict verdict,
    Map<Occurrence, Integer> occurrences,
    int fenced,
    int lapsed,
    long probeMedianMillis,
    long probeWorstMillis,
    List<String> trouble) {

  public boolean isSound() {
    return verdict.isSound() && trouble.isEmpty();
  }
}

package dev.baton.chaos;

import java.util.List;

/**
 * What a run found.
 *
 * @param options how the nodes heard of each other
 * @param fenced completions that came too late and did nothing
 * @param lapsed leases that lapsed
 * @param trouble what went wrong besides broken promises
 */
record Result(
    String name,
    long seed,
    String options,
    long seconds,
    List<Recovery> recoveries,
    Verdict verdict,
    int fenced,
    int lapsed,
    long probeMedianMillis,
    long probeWorstMillis,
    List<String> trouble) {

  boolean isSound() {
    return verdict.isSound() && trouble.isEmpty();
  }
}

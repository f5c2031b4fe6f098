package dev.baton.chaos.check;

import dev.baton.chaos.record.Occurrence;
import dev.baton.chaos.record.Verdict;
import java.util.List;
import java.util.Map;

/**
 * The result of a run.
 *
 * @param options how the nodes exchange hints
 * @param occurrences how often it had each required occurrence
 * @param kills workers and adders that were killed
 * @param fenced completions that came too late and had no effect
 * @param lapsed leases that expired
 * @param trouble faults other than broken guarantees
 */
public record Result(
    String name,
    long seed,
    String options,
    long seconds,
    List<Recovery> recoveries,
    Verdict verdict,
    Map<Occurrence, Integer> occurrences,
    int kills,
    int fenced,
    int lapsed,
    long probeMedianMillis,
    long probeWorstMillis,
    List<String> trouble) {

  public boolean isSound() {
    return verdict.isSound() && trouble.isEmpty();
  }
}

package dev.baton.testkit.simulation;

/**
 * How often what goes wrong, as probabilities for each call or hint. Immutable.
 *
 * @param failBefore a call fails and nothing is applied
 * @param loseReply a call is applied and its answer lost
 * @param slow a call takes up to {@code slowMillis} instead of a moment
 * @param slowMillis how long slow calls take at the most
 * @param crash the calling node crashes right after its call was applied, or right before
 * @param loseHint a hint doesn't arrive
 * @param doubleHint a hint arrives twice
 * @param lateHint a hint arrives up to seconds late, after others that were sent later
 * @param falseLead a node is told that it leads though another does, or that it doesn't
 */
public record Faults(
    double failBefore,
    double loseReply,
    double slow,
    int slowMillis,
    double crash,
    double loseHint,
    double doubleHint,
    double lateHint,
    double falseLead) {

  /** Nothing goes wrong. */
  public static Faults none() {
    return new Faults(0, 0, 0, 1, 0, 0, 0, 0, 0);
  }

  /** Answers and hints are lost now and then; nothing that ever costs a lease. */
  public static Faults mild(Chance chance) {
    return new Faults(
        rate(chance, 0.03), rate(chance, 0.03), rate(chance, 0.02), 60, 0, 0.3, 0.2, 0.2, 0.1);
  }

  /** Each kind of fault is there or not, rare or frequent: many kinds at once hide some bugs. */
  public static Faults wild(Chance chance) {
    return new Faults(
        rate(chance, 0.08),
        rate(chance, 0.08),
        rate(chance, 0.06),
        chance.between(50, 4_000),
        rate(chance, 0.003),
        rate(chance, 0.9),
        rate(chance, 0.4),
        rate(chance, 0.4),
        rate(chance, 0.4));
  }

  private static double rate(Chance chance, double most) {
    return chance.happens(0.4) ? 0 : most * chance.nextDouble();
  }
}

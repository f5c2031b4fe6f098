package dev.baton.tck.simulation;

/**
 * How often what goes wrong, as probabilities for each call or hint. Immutable.
 *
 * @param failBefore a call fails and nothing is applied
 * @param loseReply a call is applied and its answer lost
 * @param slow a call takes up to {@code slowMillis} instead of a moment
 * @param slowMillis how long slow calls take at the most
 * @param crash the calling node crashes right after its call was applied, or right before
 * @param hints how often what goes wrong with a hint
 * @param falseLead a node is told that it leads though another does, or that it doesn't
 */
public record Faults(
    double failBefore,
    double loseReply,
    double slow,
    int slowMillis,
    double crash,
    HintFaults hints,
    double falseLead) {

  /**
   * What goes wrong with hints.
   *
   * @param lost it doesn't arrive
   * @param doubled it arrives twice
   * @param late it arrives up to seconds late, after others that were sent later
   */
  public record HintFaults(double lost, double doubled, double late) {}

  /** Nothing goes wrong. */
  public static Faults none() {
    return new Faults(0, 0, 0, 1, 0, new HintFaults(0, 0, 0), 0);
  }

  /** Answers and hints are lost now and then; nothing that ever costs a lease. */
  public static Faults mild(Chance chance) {
    return new Faults(
        rate(chance, 0.03),
        rate(chance, 0.03),
        rate(chance, 0.02),
        60,
        0,
        new HintFaults(0.3, 0.2, 0.2),
        0.1);
  }

  /** Each kind of fault is there or not, rare or frequent: many kinds at once hide some bugs. */
  public static Faults wild(Chance chance) {
    return new Faults(
        rate(chance, 0.08),
        rate(chance, 0.08),
        rate(chance, 0.06),
        chance.between(50, 4_000),
        rate(chance, 0.003),
        new HintFaults(rate(chance, 0.9), rate(chance, 0.4), rate(chance, 0.4)),
        rate(chance, 0.4));
  }

  /** The same, but nobody leads who doesn't. */
  public Faults withTrueLeads() {
    return new Faults(failBefore, loseReply, slow, slowMillis, crash, hints, 0);
  }

  private static double rate(Chance chance, double most) {
    return chance.happens(0.4) ? 0 : most * chance.nextDouble();
  }
}

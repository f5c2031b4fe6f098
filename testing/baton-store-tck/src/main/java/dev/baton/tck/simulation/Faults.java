package dev.baton.tck.simulation;

/**
 * Probabilities of faults, for each call or hint. Immutable.
 *
 * @param failBefore a call fails and nothing is applied
 * @param loseReply a call is applied and its result is lost
 * @param slow a call takes up to {@code slowMillis} instead of a short time
 * @param slowMillis the longest duration of a slow call
 * @param crash the calling node crashes right before or right after its call is applied
 * @param hints the faults of hints
 * @param falseLead a node gets a false answer about leadership: that it leads although another node
 *     does, or that it doesn't lead although it does
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
   * The faults of hints.
   *
   * @param lost the hint doesn't arrive
   * @param doubled the hint arrives twice
   * @param late the hint arrives up to seconds late, after hints that were sent later
   */
  public record HintFaults(double lost, double doubled, double late) {}

  /** Returns no faults. */
  public static Faults none() {
    return new Faults(0, 0, 0, 1, 0, new HintFaults(0, 0, 0), 0);
  }

  /** Returns occasional losses of results and hints, but no fault that ever costs a lease. */
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

  /**
   * Returns random faults: each kind is absent, rare or frequent, because many kinds at once hide
   * some bugs.
   */
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

  /** Returns these faults without false answers about leadership. */
  public Faults withTrueLeads() {
    return new Faults(failBefore, loseReply, slow, slowMillis, crash, hints, 0);
  }

  private static double rate(Chance chance, double most) {
    return chance.happens(0.4) ? 0 : most * chance.nextDouble();
  }
}

package dev.baton.examples.payouts.input;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The simulated bank's behavior for one payout: the last column of the input. */
public sealed interface BankWord {
  /** Maximum number of failures that a row may request. */
  int MOST_FAILURES = 1_000;

  /** Maximum duration of a call that a row may request. */
  int LONGEST_MILLIS = 600_000;

  /** Pays at once. */
  record Ok() implements BankWord {}

  /** Pays after this time. */
  record Slow(int millis) implements BankWord {}

  /** Fails this many times, and then pays. */
  record Busy(int times) implements BankWord {}

  /** Never pays. */
  record Refuse() implements BankWord {}

  /**
   * Parses {@code ok}, {@code slow:200}, {@code busy:3} or {@code refuse}; empty for other text.
   */
  static Optional<BankWord> of(String word) {
    return switch (word) {
      case "ok" -> Optional.of(new Ok());
      case "refuse" -> Optional.of(new Refuse());
      default -> counted(word);
    };
  }

  private static Optional<BankWord> counted(String word) {
    Matcher counted = Counted.WORD.matcher(word);
    if (!counted.matches()) {
      return Optional.empty();
    }
    int count = Integer.parseInt(counted.group(2));
    boolean slow = counted.group(1).equals("slow");
    if (count > (slow ? LONGEST_MILLIS : MOST_FAILURES)) {
      return Optional.empty();
    }
    return Optional.of(slow ? new Slow(count) : new Busy(count));
  }

  /** Pattern of the words that carry a number. */
  final class Counted {
    private static final Pattern WORD = Pattern.compile("(slow|busy):([0-9]{1,9})");

    private Counted() {}
  }
}

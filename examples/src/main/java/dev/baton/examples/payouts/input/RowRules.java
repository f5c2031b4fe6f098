package dev.baton.examples.payouts.input;

import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;

/** Decides whether a record is a payout. Pure. */
public final class RowRules {
  /** The columns of the input, in order. */
  static final List<String> COLUMNS =
      List.of("id", "partner", "amount", "currency", "priority", "due_in_seconds", "bank");

  /** The ledger's column takes at most this many digits. */
  static final int DIGITS_BEFORE_POINT = 35;

  static final int DIGITS_AFTER_POINT = 30;

  private static final long LONGEST_WAIT_SECONDS = 36_525L * 24 * 3_600;
  private static final Pattern AMOUNT = Pattern.compile("[0-9]+(\\.[0-9]+)?");
  private static final Pattern WHOLE = Pattern.compile("[0-9]{1,18}");

  private RowRules() {}

  /** Converts a record to a row. */
  static InputRow row(long number, CsvRecord record) {
    try {
      return new InputRow.Valid(number, payout(record));
    } catch (NotAPayout not) {
      return new InputRow.Malformed(number, record.line(), String.valueOf(not.getMessage()));
    }
  }

  private static Payout payout(CsvRecord record) throws NotAPayout {
    require(record.problem() == null, String.valueOf(record.problem()));
    List<String> fields = record.fields();
    require(
        fields.size() == COLUMNS.size(),
        "it has " + fields.size() + " columns instead of " + COLUMNS.size());
    for (int i = 0; i < fields.size(); i++) {
      require(fields.get(i).indexOf('\0') < 0, COLUMNS.get(i) + " contains a NUL character");
    }
    require(!fields.get(0).isBlank(), "the id is empty");
    return new Payout(
        fields.get(0),
        fields.get(1),
        amount(fields.get(2)),
        fields.get(3),
        priority(fields.get(4)),
        dueInSeconds(fields.get(5)),
        bank(fields.get(6)));
  }

  private static BigDecimal amount(String text) throws NotAPayout {
    String number = text.strip();
    // Digits that can't matter: the pattern excludes exponents, signs and NaN.
    require(
        number.length() <= 200 && AMOUNT.matcher(number).matches(),
        "the amount " + quote(text) + " isn't a positive decimal");
    BigDecimal amount = new BigDecimal(number);
    require(amount.signum() > 0, "the amount " + quote(text) + " isn't a positive decimal");
    BigDecimal bare = amount.stripTrailingZeros();
    require(
        bare.precision() - bare.scale() <= DIGITS_BEFORE_POINT
            && bare.scale() <= DIGITS_AFTER_POINT,
        "the amount " + quote(text) + " has too many digits");
    return amount.scale() > DIGITS_AFTER_POINT ? bare : amount;
  }

  private static int priority(String text) throws NotAPayout {
    String number = text.strip();
    boolean one = number.length() == 1 && number.charAt(0) >= '0' && number.charAt(0) <= '9';
    require(one, "the priority " + quote(text) + " isn't one of 0-9");
    return number.charAt(0) - '0';
  }

  private static long dueInSeconds(String text) throws NotAPayout {
    String number = text.strip();
    require(
        WHOLE.matcher(number).matches() && Long.parseLong(number) <= LONGEST_WAIT_SECONDS,
        "the due time " + quote(text) + " isn't a number of seconds from now on");
    return Long.parseLong(number);
  }

  private static String bank(String text) throws NotAPayout {
    String word = text.strip();
    require(
        BankWord.of(word).isPresent(),
        "the bank word " + quote(text) + " isn't ok, slow:200, busy:3 or refuse");
    return word;
  }

  private static void require(boolean holds, String otherwise) throws NotAPayout {
    if (!holds) {
      throw new NotAPayout(otherwise);
    }
  }

  /** Returns the text from the file, shortened and on one line. */
  private static String quote(String text) {
    String shown = text.length() > 40 ? text.substring(0, 40) + "..." : text;
    return "'" + shown.replaceAll("\\p{Cntrl}", " ") + "'";
  }

  /** Thrown with the reason why a record isn't a payout. */
  private static final class NotAPayout extends Exception {
    private static final long serialVersionUID = 1L;

    NotAPayout(String reason) {
      super(reason, null, false, false);
    }
  }
}

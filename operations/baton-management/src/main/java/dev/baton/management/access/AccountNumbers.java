package dev.baton.management.access;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the numbers of bank accounts (IBAN) and of cards in a text. Recognizes account numbers by
 * prefixes, lengths and check digits, and by the way people group digits.
 */
final class AccountNumbers {
  private static final String BETWEEN = "[ \\u00a0\\u2007\\u202f_+/-]";

  private static final Pattern MAYBE_IBAN =
      Pattern.compile("(?<![A-Za-z0-9])[A-Za-z]{2}\\d{2}(?:" + BETWEEN + "?[A-Za-z0-9]){11,30}");

  /** The length of an IBAN by country. */
  private static final Map<String, Integer> IBAN_LENGTHS =
      lengths(
          "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22"
              + " DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28"
              + " HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20"
              + " LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28"
              + " PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28"
              + " TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30");

  private static final BigInteger IBAN_MODULUS = BigInteger.valueOf(97);

  private static final Pattern DIGITS =
      Pattern.compile("\\d(?:(?:" + BETWEEN + "{1,2}|\\.)?\\d){12,}+");

  /** The prefixes and lengths of card numbers that are in use. */
  private static final Pattern CARD =
      Pattern.compile(
          "4\\d{12}|4\\d{15}|4\\d{18}|5[1-5]\\d{14}|2(?:2[2-9]|[3-6]\\d|7[01])\\d{13}|2720\\d{12}"
              + "|3[47]\\d{13}|3(?:0[0-5]|[68]\\d)\\d{11}|35\\d{14}|6\\d{15,18}");

  /** Grouped as on cards: in groups of four, or as on cards with fifteen or fourteen digits. */
  private static final Pattern GROUPED =
      Pattern.compile(
          "\\d+|\\d{4}(?:\\D{1,2}\\d{4}){2,3}(?:\\D{1,2}\\d{1,3})?"
              + "|\\d{4}\\D{1,2}\\d{6}\\D{1,2}\\d{4,5}");

  private static final int MIN_CARD_DIGITS = 13;
  private static final int MAX_CARD_DIGITS = 19;

  private AccountNumbers() {}

  private static Map<String, Integer> lengths(String table) {
    Map<String, Integer> lengths = new HashMap<>();
    for (String entry : table.split(" ")) {
      lengths.put(entry.substring(0, 2), Integer.parseInt(entry.substring(2)));
    }
    return lengths;
  }

  /** Replaces each number by these words. */
  static String replaced(String text, String words) {
    return cardsReplaced(ibansReplaced(text, words), words);
  }

  private static String ibansReplaced(String text, String words) {
    StringBuilder out = new StringBuilder();
    int copied = 0;
    Matcher found = MAYBE_IBAN.matcher(text);
    for (int from = 0; found.find(from); ) {
      int end = endOfIban(text, found.start(), found.end());
      from = end < 0 ? found.start() + 1 : end;
      if (end > 0) {
        out.append(text, copied, found.start()).append(words);
        copied = end;
      }
    }
    return out.append(text, copied, text.length()).toString();
  }

  /** Returns the end of the IBAN that begins at this position; negative if none begins there. */
  private static int endOfIban(String text, int start, int most) {
    @Nullable Integer length =
        IBAN_LENGTHS.get(text.substring(start, start + 2).toUpperCase(Locale.ROOT));
    StringBuilder iban = new StringBuilder();
    int end = start;
    while (length != null && iban.length() < length && end < most) {
      if (isAlphanumeric(text, end)) {
        iban.append(text.charAt(end));
      }
      end++;
    }
    boolean isWhole = length != null && iban.length() == length && !isAlphanumeric(text, end);
    return isWhole && isIban(iban.toString()) ? end : -1;
  }

  private static boolean isAlphanumeric(String text, int at) {
    if (at < 0 || at >= text.length()) {
      return false;
    }
    char letter = text.charAt(at);
    return (letter >= '0' && letter <= '9')
        || (letter >= 'A' && letter <= 'Z')
        || (letter >= 'a' && letter <= 'z');
  }

  /**
   * Verifies the check digits: read as a number with the first four characters last, an IBAN has
   * the remainder one.
   */
  private static boolean isIban(String iban) {
    StringBuilder digits = new StringBuilder();
    (iban.substring(4) + iban.substring(0, 4))
        .chars()
        .forEach(letter -> digits.append(Character.getNumericValue(letter)));
    return new BigInteger(digits.toString()).mod(IBAN_MODULUS).equals(BigInteger.ONE);
  }

  private static String cardsReplaced(String text, String words) {
    StringBuilder out = new StringBuilder();
    int copied = 0;
    Matcher run = DIGITS.matcher(text);
    while (run.find()) {
      for (int start = run.start(); start < run.end(); start++) {
        int end = isFirstOfGroup(text, start) ? endOfCard(text, start, run.end()) : -1;
        if (end > 0) {
          out.append(text, copied, start).append(words);
          copied = end;
          start = end - 1;
        }
      }
    }
    return out.append(text, copied, text.length()).toString();
  }

  private static boolean isDigit(String text, int at) {
    return at >= 0 && at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
  }

  private static boolean isFirstOfGroup(String text, int at) {
    return isDigit(text, at) && !isDigit(text, at - 1);
  }

  /**
   * Returns the end of the longest card number that begins at this position; negative if none
   * begins there.
   */
  private static int endOfCard(String text, int start, int most) {
    int longest = -1;
    StringBuilder digits = new StringBuilder();
    for (int at = start; at < most && digits.length() < MAX_CARD_DIGITS; at++) {
      if (isDigit(text, at)) {
        digits.append(text.charAt(at));
        boolean isLast = digits.length() >= MIN_CARD_DIGITS && !isDigit(text, at + 1);
        if (isLast && isCard(digits) && standsAlone(text, start, at + 1)) {
          longest = at + 1;
        }
      }
    }
    return longest;
  }

  /**
   * Returns whether the number is grouped as on cards and isn't a part of a UUID or of a decimal
   * number.
   */
  private static boolean standsAlone(String text, int start, int end) {
    String found = text.substring(start, end);
    boolean isDecimal =
        (text.startsWith(".", start - 1) && isDigit(text, start - 2))
            || (text.startsWith(".", end) && isDigit(text, end + 1));
    boolean isOneNumber = found.length() == found.chars().filter(Character::isDigit).count();
    boolean isPart =
        isAlphanumeric(text, start - 1)
            || isAlphanumeric(text, end)
            || (text.startsWith("-", start - 1) && isAlphanumeric(text, start - 2))
            || (text.startsWith("-", end) && isAlphanumeric(text, end + 1));
    return !isDecimal && (isOneNumber || !isPart) && GROUPED.matcher(found).matches();
  }

  /** Verifies the number's last digit, which is a check digit. */
  private static boolean isCard(CharSequence digits) {
    if (!CARD.matcher(digits).matches()) {
      return false;
    }
    int sum = 0;
    boolean doubled = false;
    for (int i = digits.length() - 1; i >= 0; i--) {
      int digit = Character.digit(digits.charAt(i), 10);
      int counted = doubled ? 2 * digit : digit;
      sum += counted > 9 ? counted - 9 : counted;
      doubled = !doubled;
    }
    return sum % 10 == 0;
  }
}

package dev.baton.management.access;

import java.math.BigInteger;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Leaves out, kind by kind, what looks like a secret or like the number of an account. Each pattern
 * is bounded, so a long text takes no longer than it has letters. Immutable.
 */
final class StandardRedaction implements Redaction {
  private static final String LEFT_OUT = "[redacted]";
  private static final String VALUE = "(\"[^\"]{0,500}\"|'[^']{0,500}'|[^\\s,;&\"'}\\])]{1,2000})";
  private static final String EQUALS = "(\"?\\s{0,3}[=:]\\s{0,3})";
  private static final String SCHEME = "(?:[A-Za-z][\\w-]{0,40}\\s{1,3})?";
  private static final String CREDENTIAL = "(?=[^\\s\"]{16}|(?=[^\\s\"]{8})[^\\s\"]{0,300}[0-9=:])";

  /** What is looked for, and what is written instead; a check tells it from what looks alike. */
  private record Kind(Pattern pattern, String replacement, Predicate<String> check) {

    String apply(String text) {
      return pattern
          .matcher(text)
          .replaceAll(
              found ->
                  check.test(found.group())
                      ? replacement
                      : java.util.regex.Matcher.quoteReplacement(found.group()));
    }
  }

  private static final List<Kind> KINDS =
      List.of(
          kind("-----BEGIN [A-Z0-9 ]{1,40}-----[^-]{0,20000}(?:-----END [A-Z0-9 ]{1,40}-----)?"),
          named("(?i)\\b((?:set-)?cookie2?)(\\s{0,3}:\\s{0,3})[^\\r\\n\"]{1,4000}"),
          // What follows the scheme has to look like a credential: "authorization: denied" stays.
          named(
              "(?i)\\b((?:proxy-)?authorization)(\"\\s{0,3}:\\s{0,3}\""
                  + SCHEME
                  + ")"
                  + CREDENTIAL
                  + "[^\\r\\n\"]{1,4000}"),
          named(
              "(?i)\\b((?:proxy-)?authorization)(\\s{0,3}[:=]\\s{0,3}"
                  + SCHEME
                  + ")"
                  + CREDENTIAL
                  + "[^\\r\\n]{1,4000}"),
          named("(?i)\\b(bearer|basic|digest|negotiate)(\\s{1,3})[A-Za-z0-9+/._~=-]{6,4000}"),
          named(
              "(?i)\\b([\\w.-]{0,40}?(?:password|passwd|passphrase|passcode|pwd|credential|token"
                  + "|secret(?:[_-]?access)?(?:[_-]?key)?"
                  + "|(?:api|access|account|private|signing|encryption)[_-]?key|signature)s?)"
                  + EQUALS
                  + VALUE),
          // Short words stand for a secret only where they are the whole name or its last part.
          named(
              "(?i)(?<![A-Za-z])((?:[A-Za-z0-9]{1,30}[_.-]){0,4}(?:pass|pin|cvv|cvc|sig|otp|jwt))"
                  + EQUALS
                  + VALUE),
          // A key is often no secret, as in "key=value"; in a URL's query it mostly is one.
          named("(?i)([?&]key)(=)[^\\s&#\"'<>]{1,2000}"),
          named("(?i)\\b([\\w.-]{0,40}?(?:session[_-]?id|sessid|connect\\.sid))" + EQUALS + VALUE),
          kind("\\beyJ[A-Za-z0-9_-]{5,8000}\\.[A-Za-z0-9_-]{5,8000}\\.[A-Za-z0-9_-]{0,2000}"),
          kind(
              "\\b(?:(?:AKIA|ASIA)[A-Z0-9]{16}\\b|gh[pousr]_[A-Za-z0-9]{20,255}"
                  + "|github_pat_\\w{20,255}|gl(?:pat|dt|rt|cbt|ptt)-[\\w-]{20,255}"
                  + "|xox[abprs]-[\\w-]{10,255}|[sr]k_(?:live|test)_\\w{10,255}|sk-[\\w-]{20,255}"
                  + "|AIza[\\w-]{35,60}|npm_[A-Za-z0-9]{30,255}|hv[sbr]\\.[\\w-]{20,1000}"
                  + "|SG\\.[\\w-]{16,64}\\.[\\w-]{16,100})"),
          new Kind(
              Pattern.compile("(://[^\\s/:@]{0,200}:)[^\\s/@]{1,200}@"),
              "$1" + LEFT_OUT + "@",
              found -> true),
          new Kind(
              Pattern.compile("\\b[A-Z]{2}\\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\\b"),
              LEFT_OUT,
              StandardRedaction::isIban),
          new Kind(
              Pattern.compile("(?<![\\w.-])\\d(?:[ -]?\\d){12,18}(?![\\w-])"),
              LEFT_OUT,
              StandardRedaction::isCard));

  /** The beginnings and lengths of the cards that are in use. */
  private static final Pattern CARD =
      Pattern.compile(
          "4\\d{12}|4\\d{15}|4\\d{18}|5[1-5]\\d{14}|2(?:2[2-9]|[3-6]\\d|7[01])\\d{13}|2720\\d{12}"
              + "|3[47]\\d{13}|3(?:0[0-5]|[68]\\d)\\d{11}|35\\d{14}|6\\d{15,18}");

  private static final BigInteger IBAN_MODULUS = BigInteger.valueOf(97);

  private static Kind kind(String pattern) {
    return new Kind(Pattern.compile(pattern), LEFT_OUT, found -> true);
  }

  /** The name before it, and what stands between them, stay. */
  private static Kind named(String pattern) {
    return new Kind(Pattern.compile(pattern), "$1$2" + LEFT_OUT, found -> true);
  }

  @Override
  public String apply(String text) {
    String rest = text;
    for (Kind kind : KINDS) {
      rest = kind.apply(rest);
    }
    return rest;
  }

  /** Read as a number with the first four characters last, its remainder is one. */
  private static boolean isIban(String found) {
    String iban = found.replace(" ", "");
    if (iban.length() < 15 || iban.length() > 34) {
      return false;
    }
    StringBuilder digits = new StringBuilder();
    (iban.substring(4) + iban.substring(0, 4))
        .chars()
        .forEach(letter -> digits.append(Character.getNumericValue(letter)));
    return new BigInteger(digits.toString()).mod(IBAN_MODULUS).equals(BigInteger.ONE);
  }

  /** Every card's last digit checks the others. */
  private static boolean isCard(String found) {
    String digits = found.replaceAll("[ -]", "");
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

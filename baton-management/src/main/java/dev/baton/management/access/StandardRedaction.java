package dev.baton.management.access;

import java.util.List;
import java.util.regex.Pattern;

/** The usual suspects. Immutable. */
final class StandardRedaction implements Redaction {
  private static final String LEFT_OUT = "[redacted]";

  private record Rule(Pattern pattern, String replacement) {}

  private static final List<Rule> RULES =
      List.of(
          rule("(?i)\\b(bearer|basic)\\s+[A-Za-z0-9+/._~=-]{6,}", "$1 " + LEFT_OUT),
          rule(
              "(?i)\\b([\\w-]{0,40}(?:password|passwd|pwd|secret|token|api[_-]?key|credential)s?)"
                  + "(\"?\\s{0,3}[=:]\\s{0,3})(\"[^\"]{0,500}\"|'[^']{0,500}'|[^\\s,;&\"'}\\])]+)",
              "$1$2" + LEFT_OUT),
          rule("(://[^\\s/:@]{0,200}:)[^\\s/@]{1,200}@", "$1" + LEFT_OUT + "@"));

  private static final Pattern CARD =
      Pattern.compile("(?<![\\w.-])\\d(?:[ -]?\\d){13,18}(?![\\w-])");

  private static Rule rule(String pattern, String replacement) {
    return new Rule(Pattern.compile(pattern), replacement);
  }

  @Override
  public String apply(String text) {
    String rest = text;
    for (Rule rule : RULES) {
      rest = rule.pattern().matcher(rest).replaceAll(rule.replacement());
    }
    return CARD.matcher(rest).replaceAll(found -> isCard(found.group()) ? LEFT_OUT : found.group());
  }

  /** Every card's last digit checks the others; of other long numbers one in ten does so. */
  private static boolean isCard(String digits) {
    int sum = 0;
    boolean doubled = false;
    for (int i = digits.length() - 1; i >= 0; i--) {
      int digit = Character.digit(digits.charAt(i), 10);
      if (digit >= 0) {
        int counted = doubled ? 2 * digit : digit;
        sum += counted > 9 ? counted - 9 : counted;
        doubled = !doubled;
      }
    }
    return sum % 10 == 0;
  }
}

package dev.baton.management.access;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Removes, one kind after another, what looks like a secret or an account number. Each pattern is
 * bounded, so the run time is linear in the length of the text. Immutable.
 */
final class StandardRedaction implements Redaction {
  private static final String LEFT_OUT = "[redacted]";

  /** The blanks of a table or an aligned list, over at most three lines. */
  private static final String BLANKS = "\\h{0,2000}+[\\s\\u00a0]{0,3}+";

  /** Quotes, which are escaped in JSON inside a JSON text. */
  private static final String QUOTES = "[\\\\\"']{0,4}";

  /**
   * The separator of name and value. The equals sign of a query inside another query is
   * percent-encoded.
   */
  private static final String EQUALS =
      "(" + QUOTES + BLANKS + "(?:=>|:=|->|[=:\u2192]|%3[AaDd])" + BLANKS + ")";

  /** Excludes messages without a value, such as "password: must not be blank". */
  private static final String SAYS_NONE =
      "(?!(?:must|is|was|not|no|none|null|missing|invalid|expired|required|wrong|empty|undefined"
          + "|true|false|failed|denied|cannot|may|should|does|has|unknown|rejected|eof)"
          + "(?:[\\s,;.!)\\]}\"']|$))";

  /** Excludes a single character, such as in "unexpected token: ','". */
  private static final String IS_SIGN = "(?![\"'`]?\\p{Punct}{1,2}[\"'`]?(?:[\\s,.)]|$))";

  /**
   * A value in quotes, also without a closing quote; in brackets; or up to the next blank or comma.
   */
  private static final String VALUE =
      SAYS_NONE
          + IS_SIGN
          + "(?:\\\\{1,3}\"[^\"]{0,500}\""
          + "|\"(?:[^\"\\\\]|\\\\.){0,500}\"|'(?:[^'\\\\]|\\\\.){0,500}'|`[^`]{0,500}`"
          + "|[\"'`][^\\r\\n\"'`]{1,500}"
          + "|(?:\\[[^\\]\\r\\n]{0,500}]|\\{[^}\\r\\n]{0,500}})[^\\s,;&\"'}\\])]{0,2000}"
          + "|[^\\s,;&\"'}\\])]{1,2000})";

  private static final String SECRET =
      "(?:password|passwort|kennwort|passwd|passphrase|passcode|pwd|credential|token(?!s)"
          + "|secret(?:[_-]?access)?(?:[ _-]?key)?|security[_-]?code|signature"
          + "|(?:api|access|account|private|signing|encryption|subscription|shared|master)"
          + "[ _-]?key)s?(?:[_-]?(?:hash|value))?";

  private static final String PASSWORD = "(?:password|passwort|kennwort|passwd|passphrase|pwd)";
  private static final String QUOTED =
      "(?:'[^'\\r\\n]{1,500}'|\"[^\"\\r\\n]{1,500}\"|`[^`\\r\\n]{1,500}`)";
  private static final String SCHEME = "(?:[A-Za-z][\\w-]{0,40}\\s{1,40}+)?";
  private static final String KNOWN_SCHEME =
      "(?:bearer|basic|digest|negotiate|ntlm|apikey|token|sharedkey|aws4-hmac-sha256)\\s{1,40}+"
          + "(?!(?:token|credential|auth|header|scheme|is|was|not|missing|expired|invalid|failed|rejected"
          + "|denied|required|wrong)\\w{0,20}(?:[\\s,.:]|$))";
  private static final String CREDENTIAL = "(?=[^\\s\"]{16}|(?=[^\\s\"]{8})[^\\s\"]{0,300}[0-9=:])";

  /** Requires something that no ordinary word has: digits, signs, or a capital letter inside. */
  private static final String NO_WORD =
      "(?=\\S{0,300}?(?:[0-9=+/]|\\w[._~]\\w|(?-i:[a-z][A-Z]))|\\S{24})";

  /** Every {@link #SECRET} contains one of these words. */
  private static final String[] SECRETS = {
    "pass", "kennwort", "pwd", "credential", "token", "secret", "security", "signature", "key"
  };

  /**
   * A pattern and its replacement.
   *
   * @param words every match contains at least one of these words in lower case; empty if no such
   *     words exist. Searching for them takes a hundredth of the time of the pattern
   */
  private record Kind(Pattern pattern, String replacement, List<String> words) {

    Kind(Pattern pattern, String replacement) {
      this(pattern, replacement, List.of());
    }

    Kind with(String... some) {
      return new Kind(pattern, replacement, List.of(some));
    }

    boolean mayBeIn(String lowerCase) {
      return words.isEmpty() || words.stream().anyMatch(lowerCase::contains);
    }

    String apply(String text) {
      return pattern.matcher(text).replaceAll(replacement);
    }
  }

  private static final List<Kind> KINDS =
      List.of(
          kind("-{4,5} ?BEGIN [A-Z0-9 ]{1,40}-{4,5}"
                  + "(?:[\\s\\S]{0,20000}?-{4,5} ?END [A-Z0-9 ]{1,40}-{4,5}|[\\s\\S]{0,20000})")
              .with("begin"),
          named(
                  "\\b((?:set-)?cookie2?)("
                      + QUOTES
                      + "\\s{0,40}+[:=]\\s{0,40}+[\\\\\"'\\[]{0,4})(?=[^\\s=;\"]{1,200}=)[^\\r"
                      + "\\n"
                      + "\"]{1,4000}")
              .with("cookie"),
          authorization(QUOTES + "\\s{0,40}+:\\s{0,40}+[\\\\]{0,2}\"", "[^\\r\\n\"]{1,4000}")
              .with("authorization"),
          authorization("\\s{0,40}+[:=]\\s{0,40}+\\[?", "[^\\r\\n\\]]{1,4000}")
              .with("authorization"),
          named(
                  "\\b(bearer|basic|digest|negotiate|ntlm)(\\s{1,40}+)"
                      + NO_WORD
                      + "[A-Za-z0-9+/._~=-]{6,4000}")
              .with("bearer", "basic", "digest", "negotiate", "ntlm"),
          // Excludes messages of a parser: "unexpected token: FROM".
          named(
                  "(?!(?<=(?:expected|recognized|recognised|illegal|unknown|next) )token)("
                      + SECRET
                      + ")"
                      + EQUALS
                      + VALUE)
              .with(SECRETS),
          // A count of tokens is not a secret.
          named("(tokens)" + EQUALS + "(?!\\d{1,7}(?!\\w))" + VALUE).with("token"),
          named(
                  "(<[\\w:.-]{0,40}?"
                      + SECRET
                      + ")((?:\\s[^<>]{0,200})?>)(?:<!\\[CDATA\\[[^<]{0,2000}|[^<]{1,2000})")
              .with(SECRETS),
          named("(<[\\w:.-]{0,40}?" + SECRET + ")(\\s[^<>]{0,100}?\\bvalue\\s?=\\s?)" + QUOTED)
              .with(SECRETS),
          // {"name":"password","value":"hunter2"}
          named(
                  "(\\b(?:name|key|id)[\\\\\"']{0,4}\\s{0,40}+[:=]\\s{0,40}+[\\\\\"']{1,4}[\\w.-]{0,60}?"
                      + SECRET
                      + "[\\\\\"']{1,4})([\\s,]{1,5}[\\\\\"']{0,4}value[\\\\\"']{0,4}\\s{0,40}+[:=]\\s{0,40}+)"
                      + VALUE)
              .with(SECRETS),
          // IDENTIFIED BY 'hunter2', and "wrong password 'hunter2' of bob".
          named(
                  "("
                      + PASSWORD
                      + "|\\bidentified\\s{1,40}+by)(\\s{1,40}+(?:(?:is|was)\\s{1,40}+)?)"
                      + QUOTED)
              .with("pass", "kennwort", "pwd", "identified"),
          named(
                  "("
                      + PASSWORD
                      + ")(\\s{1,40}+(?:is|was)\\s{1,40}+)(?=\\S{0,300}?[0-9])(?=\\S{0,300}?[A-Za-z])[^\\s,;]{6,2000}")
              .with("pass", "kennwort", "pwd"),
          // Some of these values contain blanks.
          named(
                  "(passphrase|mnemonic|seed phrase)"
                      + EQUALS
                      + "(?![\\s\\u00a0])"
                      + SAYS_NONE
                      + "[^,;\"'`\\r\\n]{1,500}")
              .with("passphrase", "mnemonic", "seed phrase"),
          named("\\b(pin|cvv2?|cvc2?|otp|tan)(\\s{1,40}+(?:(?:is|was|code)\\s{1,40}+)?)\\d{3,8}\\b")
              .with("pin", "cvv", "cvc", "otp", "tan"),
          // curl -u name:password, but not the numbers of a user and a group.
          named(
                  "((?<!\\S)(?:-u|--(?:proxy-)?user))(["
                      + " =][^\\s:]{0,100}:)(?!\\d{1,7}(?!\\S))\\S{1,200}")
              .with("-u"),
          named(
                  "(\\bsshpass\\s{1,40}+-p\\s?|\\b(?:mysql|mariadb)[^\\r"
                      + "\\n"
                      + "|;]{0,200}?\\s(?-i:-p))()(?!\\s)\\S{1,200}")
              .with("sshpass", "mysql", "mariadb"),
          named("((?<![\\w-])--?[\\w-]{0,40}?" + SECRET + ")(\\s{1,40}+(?!-))" + VALUE)
              .with(SECRETS),
          named(
                  "("
                      + SECRET
                      + ")(\\s{1,40}+(?:(?:is|was)\\s)?['\"`]?)"
                      + "(?=[\\w+/.=~-]{0,300}?[0-9])(?=[\\w+/.=~-]{0,300}?[A-Za-z])[\\w+/.=~-]{16,2000}")
              .with(SECRETS),
          // Short words name a secret only if they are the whole name or its last part.
          named(
                  "(?<![A-Za-z])((?:[A-Za-z0-9]{1,30}[_.-]){0,4}(?:pass|pin|cvv2?|cvc2?|sig|otp|jwt|tan"
                      + "|ssn|bearer))"
                      + EQUALS
                      + VALUE)
              .with("pass", "pin", "cvv", "cvc", "sig", "otp", "jwt", "tan", "ssn", "bearer"),
          // A key is often not a secret, as in "key=value", but in a URL's query it usually is.
          named("([?&]key)(=)[^\\s&#\"'<>]{1,2000}").with("key="),
          named("((?:session[_-]?id|sessid|connect\\.sid))" + EQUALS + VALUE)
              .with("sess", "connect.sid"),
          // Starts at the beginning of the word, because otherwise a long word would be scanned
          // again from each of its characters.
          new Kind(
                  Pattern.compile(
                      "(?<![\\w-])([\\w-]{0,200}?)\\beyJ[\\w-]{5,8000}+(?:\\.[\\w-]{0,8000}){2,4}"),
                  "$1" + LEFT_OUT)
              .with("eyj"),
          kind(
              "\\b(?:(?:AKIA|ASIA)[A-Z0-9]{16}\\b|gh[pousr]_[A-Za-z0-9]{20,255}"
                  + "|github_pat_\\w{20,255}|gl(?:pat|dt|rt|cbt|ptt)-[\\w-]{20,255}"
                  + "|xox[a-e](?:\\.xox[a-z])?-[\\w-]{10,255}|(?:xox[prs]|xapp)-[\\w-]{10,255}"
                  + "|[sr]k_(?:live|test)_\\w{10,255}|whsec_[\\w+/=]{16,255}"
                  + "|sk-(?=[\\w-]{0,255}?\\d)[\\w-]{20,255}|AIza[\\w-]{35,60}"
                  + "|ya29\\.[\\w-]{20,1000}|npm_[A-Za-z0-9]{30,255}|pypi-[\\w-]{20,255}"
                  + "|hv[sbr]\\.[\\w-]{20,1000}|s\\.[A-Za-z0-9]{24}\\b|hf_[A-Za-z0-9]{30,100}"
                  + "|shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{30,64}|sq0[a-z]{3}-[\\w-]{20,100}"
                  + "|do[op]_v1_[a-f0-9]{60,70}|dapi[a-f0-9]{32}\\b|glsa_\\w{30,100}"
                  + "|ATATT3[\\w=-]{20,300}|AGE-SECRET-KEY-1[A-Z0-9]{50,70}|key-[a-f0-9]{32}\\b"
                  + "|SG\\.[\\w-]{16,64}\\.[\\w-]{16,100})"),
          named("(hooks\\.slack\\.com/)(services/)[\\w/]{10,200}").with("hooks.slack.com"),
          named("(discord(?:app)?\\.com/api/)(webhooks/)[\\w/-]{10,200}").with("discord"),
          // A password can contain an @ itself: the last one before the path ends it.
          new Kind(
                  Pattern.compile("(://[^\\s/:@]{0,200}:)[^\\s/\"'<>]{1,200}@"),
                  "$1" + LEFT_OUT + "@")
              .with("://"),
          new Kind(Pattern.compile("(://)[\\w-]{16,255}@"), "$1" + LEFT_OUT + "@").with("://"),
          new Kind(
                  Pattern.compile("(jdbc:oracle:\\w{1,10}:[^\\s/@]{1,100}/)[^\\s@]{1,200}@"),
                  "$1" + LEFT_OUT + "@")
              .with("jdbc:oracle"));

  private static Kind kind(String pattern) {
    return new Kind(Pattern.compile(pattern), LEFT_OUT);
  }

  /**
   * Without a known scheme, the value must look like a credential: "authorization: denied" stays.
   */
  private static Kind authorization(String between, String value) {
    return named(
        "\\b((?:proxy-)?authorization)("
            + between
            + "(?:"
            + KNOWN_SCHEME
            + "|"
            + SCHEME
            + CREDENTIAL
            + "))"
            + value);
  }

  /** Keeps the name in front of the value, in any case, and the text between them. */
  private static Kind named(String pattern) {
    return new Kind(Pattern.compile("(?i)" + pattern), "$1$2" + LEFT_OUT);
  }

  @Override
  public String apply(String text) {
    return EncodedSecrets.replaced(plain(text), StandardRedaction::plain, LEFT_OUT);
  }

  private static String plain(String text) {
    String lowerCase = text.toLowerCase(Locale.ROOT);
    String rest = text;
    for (Kind kind : KINDS) {
      if (kind.mayBeIn(lowerCase)) {
        rest = kind.apply(rest);
      }
    }
    return AccountNumbers.replaced(rest, LEFT_OUT);
  }
}

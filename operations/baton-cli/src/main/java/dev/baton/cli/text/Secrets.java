package dev.baton.cli.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What must never be printed, also where a driver or a server says it in its own words. */
public final class Secrets {
  private static final String HIDDEN = "***";

  /** In a JDBC URL, a driver's message, or a header. */
  private static final Pattern NAMED =
      Pattern.compile(
          "(?i)((?:password|passwd|pwd|secret|token|trustStorePassword|sslpassword)\\s*[=:]\\s*)"
              + "[^&;,\\s]+");

  /** {@code //user:password@host}. */
  private static final Pattern IN_AUTHORITY = Pattern.compile("(//[^/:@\\s]*:)[^@/\\s]+@");

  private final List<String> known = new ArrayList<>();

  /** This is one. */
  public void add(String secret) {
    if (!secret.isBlank()) {
      known.add(secret);
    }
  }

  /** The text without any. */
  public String hiddenIn(String text) {
    String hidden = text;
    for (String secret : known) {
      hidden = hidden.replace(secret, HIDDEN);
    }
    hidden = NAMED.matcher(hidden).replaceAll("$1" + HIDDEN);
    return IN_AUTHORITY.matcher(hidden).replaceAll("$1" + HIDDEN + "@");
  }
}

package dev.baton.cli.text;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What must never be printed, also where a driver or a server says it in its own words. */
public final class Secrets {
  private static final String HIDDEN = "***";
  private static final int SHORTEST_PART = 3;

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

  /**
   * The password in each {@code user:password@host} of the URL is one: a driver may quote it
   * without the rest of the URL. It may have a slash, a question mark or a comma itself, so each
   * end that is possible counts.
   */
  public void addFrom(String url) {
    int begin = url.indexOf("//");
    String rest = begin < 0 ? "" : url.substring(begin + 2);
    for (String hosts : List.of(rest, rest.split("[?;]", 2)[0], rest.split("/", 2)[0])) {
      addPassword(hosts);
      for (String host : hosts.split(",")) {
        addPassword(host);
      }
    }
  }

  private void addPassword(String host) {
    int colon = host.indexOf(':');
    int at = host.lastIndexOf('@');
    if (colon >= 0 && colon < at) {
      String password = host.substring(colon + 1, at);
      add(password);
      add(decoded(password));
      // A driver that takes one of these signs for the password's end quotes what follows it.
      for (String part : password.split("[@:/?;,]+")) {
        add(part.length() < SHORTEST_PART ? "" : part);
      }
    }
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notEncoded) {
      return text;
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

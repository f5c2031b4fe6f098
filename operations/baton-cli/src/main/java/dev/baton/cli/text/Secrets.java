package dev.baton.cli.text;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Masks values that must never be printed, also in the messages of a driver or a server. */
public final class Secrets {
  private static final String HIDDEN = "***";
  private static final int SHORTEST_PART = 3;

  /** Matches a named secret in a JDBC URL, a driver's message, or a header. */
  private static final Pattern NAMED =
      Pattern.compile(
          "(?i)((?:password|passwd|pwd|secret|token|trustStorePassword|sslpassword)\\s*[=:]\\s*)"
              + "[^&;,\\s]+");

  /** Matches {@code //user:password@host}. */
  private static final Pattern IN_AUTHORITY = Pattern.compile("(//[^/:@\\s]*:)[^@/\\s]+@");

  private final List<String> known = new ArrayList<>();

  /** Adds a secret. */
  public void add(String secret) {
    if (!secret.isBlank()) {
      known.add(secret);
    }
  }

  /**
   * Adds the password in each {@code user:password@host} of the URL, because a driver may quote it
   * without the rest of the URL. The password itself can contain a slash, a question mark or a
   * comma, so every possible end is considered.
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
      // A driver that takes one of these characters for the end of the password quotes the rest.
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

  /** Returns the text with all secrets masked. */
  public String hiddenIn(String text) {
    String hidden = text;
    for (String secret : known) {
      hidden = hidden.replace(secret, HIDDEN);
    }
    hidden = NAMED.matcher(hidden).replaceAll("$1" + HIDDEN);
    return IN_AUTHORITY.matcher(hidden).replaceAll("$1" + HIDDEN + "@");
  }
}

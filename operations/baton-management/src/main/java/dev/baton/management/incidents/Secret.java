package dev.baton.management.incidents;

import java.util.regex.Pattern;

/** A key or token that is never shown. */
final class Secret {
  private static final Pattern PLAIN = Pattern.compile("[\\x21-\\x7e]{1,500}");

  private final String value;

  /**
   * @param what the name of the secret, for the error message
   */
  Secret(String what, String value) {
    if (!PLAIN.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "A "
              + what
              + " must have 1-500 printable ASCII characters without blanks; the one given doesn't"
              + " (is its variable set?)");
    }
    this.value = value;
  }

  String reveal() {
    return value;
  }

  @Override
  public String toString() {
    return "***";
  }
}

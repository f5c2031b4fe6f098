package dev.baton.management.browser;

/** Keys without a character, by their WebDriver names. */
final class Keys {
  static final String TAB = "\uE004";
  static final String ENTER = "\uE007";
  static final String ESCAPE = "\uE00C";

  private Keys() {}
}

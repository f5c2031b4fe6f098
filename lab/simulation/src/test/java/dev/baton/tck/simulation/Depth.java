package dev.baton.tck.simulation;

/** How much a build tries: little in {@code mvn verify}, much with {@code -Pdeep}. */
final class Depth {
  static final boolean IS_DEEP = Boolean.getBoolean("test.deep");

  private Depth() {}

  /** Returns the number that the system property gives, or else the number of this build's form. */
  static int number(String property, int brief, int deep) {
    return Integer.getInteger(property, IS_DEEP ? deep : brief);
  }
}

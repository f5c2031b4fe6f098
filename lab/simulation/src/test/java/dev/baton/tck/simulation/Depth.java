package dev.baton.tck.simulation;

/** The amount of testing in a build: little in {@code mvn verify}, much with {@code -Pdeep}. */
final class Depth {
  static final boolean IS_DEEP = Boolean.getBoolean("test.deep");

  private Depth() {}

  /** Returns the value of the system property, or the default of this build. */
  static int number(String property, int brief, int deep) {
    return Integer.getInteger(property, IS_DEEP ? deep : brief);
  }
}

package dev.baton.benchmarks.child;

/** Prints the features of a contender, one per line. */
public final class AbilitiesMain {
  private AbilitiesMain() {}

  public static void main(String[] args) throws Exception {
    // The contender is never opened, so it need not be closed.
    Makers.make(args[0]).abilities().forEach(System.out::println);
  }
}

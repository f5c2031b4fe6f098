package dev.baton.benchmarks.child;

/** Prints what a contender can do, one ability a line. */
public final class AbilitiesMain {
  private AbilitiesMain() {}

  public static void main(String[] args) throws Exception {
    // Never opened, so there is nothing to close.
    Makers.make(args[0]).abilities().forEach(System.out::println);
  }
}

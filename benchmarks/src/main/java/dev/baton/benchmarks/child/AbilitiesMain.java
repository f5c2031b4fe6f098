package dev.baton.benchmarks.child;

import dev.baton.benchmarks.Contender;

/** Prints what a contender can do, one ability a line. */
public final class AbilitiesMain {
  private AbilitiesMain() {}

  public static void main(String[] args) throws Exception {
    // Never opened, so there is nothing to close.
    Class.forName(args[0])
        .asSubclass(Contender.class)
        .getDeclaredConstructor()
        .newInstance()
        .abilities()
        .forEach(System.out::println);
  }
}

package dev.baton.benchmarks.child;

import dev.baton.benchmarks.Contender;
import java.util.Map;
import java.util.function.Supplier;

/** Creates contenders by their class, or by a class with several contenders and a name. */
final class Makers {
  private Makers() {}

  /**
   * Creates one.
   *
   * @param spec a class with a constructor without parameters, or {@code class#name} if the class
   *     has a static method {@code all} that returns suppliers by name
   */
  static Contender make(String spec) throws ReflectiveOperationException {
    int at = spec.indexOf('#');
    if (at < 0) {
      return Class.forName(spec).asSubclass(Contender.class).getDeclaredConstructor().newInstance();
    }
    Map<?, ?> all = (Map<?, ?>) Class.forName(spec.substring(0, at)).getMethod("all").invoke(null);
    if (all.get(spec.substring(at + 1)) instanceof Supplier<?> maker
        && maker.get() instanceof Contender contender) {
      return contender;
    }
    throw new IllegalArgumentException(spec + " is none of " + all.keySet());
  }
}

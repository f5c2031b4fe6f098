package dev.baton.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that asks a desk. */
abstract class DeskCommand implements Callable<Integer> {
  @SuppressWarnings("NullAway.Init") // picocli's
  @Spec
  private CommandSpec spec;

  @Override
  public final Integer call() {
    BatonCli baton = (BatonCli) spec.root().userObject();
    return call(baton);
  }

  int call(BatonCli baton) {
    try (Desk desk = baton.desk()) {
      return call(desk, baton.output());
    }
  }

  /** Asks and prints; answers the exit code. */
  abstract int call(Desk desk, Output output);
}

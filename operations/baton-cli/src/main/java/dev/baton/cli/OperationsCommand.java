package dev.baton.cli;

import dev.baton.cli.client.OperationsClient;
import dev.baton.cli.text.Output;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that reads or changes tasks through a client. */
abstract class OperationsCommand implements Callable<Integer> {
  @SuppressWarnings("NullAway.Init") // set by picocli
  @Spec
  private CommandSpec spec;

  @Override
  public final Integer call() {
    BatonCli baton = (BatonCli) spec.root().userObject();
    return call(baton);
  }

  int call(BatonCli baton) {
    try (OperationsClient client = baton.client()) {
      return call(client, baton.output());
    }
  }

  /** Calls the client, prints the result and returns the exit code. */
  abstract int call(OperationsClient client, Output output);
}

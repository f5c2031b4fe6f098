package dev.baton.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "completion",
    description = {
      "Prints a script that completes commands and options in bash and zsh.",
      "Run `source <(baton completion)`; in zsh first run `autoload -U +X bashcompinit &&"
          + " bashcompinit`."
    })
final class CompletionCommand implements Callable<Integer> {
  @SuppressWarnings("NullAway.Init") // set by picocli
  @Spec
  private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    out.print(AutoComplete.bash("baton", spec.root().commandLine()));
    return 0;
  }
}

package dev.baton.cli;

import dev.baton.cli.text.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The result of a command. */
record Run(int exitCode, String out, String err) {

  static Run of(Map<String, String> environment, List<String> options, String... command) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    List<String> arguments = new ArrayList<>(List.of(command));
    arguments.addAll(options);
    int exitCode =
        new BatonCli(environment, new PrintWriter(out), new PrintWriter(err))
            .execute(arguments.toArray(new String[0]));
    return new Run(exitCode, out.toString(), err.toString());
  }

  JsonNode json() {
    return Json.parse(out);
  }
}

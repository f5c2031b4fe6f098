package dev.baton.cli;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.api.error.ConfigurationException;
import dev.baton.cli.text.Failure;
import dev.baton.cli.text.Json;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.task.JdbcTaskStore;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "schema",
    description = {
      "apply creates Baton's tables or upgrades them to the version of this command; check reports"
          + " whether this command can use them. Needs --jdbc."
    })
final class SchemaCommand implements Callable<Integer> {
  @SuppressWarnings("NullAway.Init") // set by picocli
  @Spec
  private CommandSpec spec;

  @Parameters(paramLabel = "VERB", description = "apply or check.")
  private String verb = "";

  @Option(
      names = "--baton-add",
      description =
          "With apply: also creates baton_add, with which services in other languages add tasks in"
              + " SQL.")
  private boolean batonAdd;

  @Override
  public Integer call() {
    if (!verb.equals("apply") && !verb.equals("check")) {
      throw Failure.usage("Unknown verb '" + verb + "': use apply or check");
    }
    BatonCli baton = (BatonCli) spec.root().userObject();
    try (HikariDataSource connections = baton.database().connect()) {
      if (verb.equals("apply")) {
        BatonSchema.apply(connections);
        if (batonAdd) {
          BatonSchema.applyBatonAdd(connections);
        }
      }
      JdbcTaskStore.of(connections).check();
    } catch (ConfigurationException unusable) {
      throw Failure.refused(String.valueOf(unusable.getMessage()));
    }
    ObjectNode answer = Json.object();
    Json.put(answer, "verdict", "SERVES");
    Json.put(answer, "needed", BatonSchema.version());
    baton.output().result(answer, "Baton's tables work with version " + BatonSchema.version());
    return 0;
  }
}

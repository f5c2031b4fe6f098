package dev.baton.cli;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.cli.text.Failure;
import dev.baton.cli.text.Json;
import dev.baton.cli.text.Output;
import dev.baton.cli.text.Table;
import dev.baton.cli.text.Times;
import dev.baton.move.DbScheduler;
import dev.baton.move.JobRunr;
import dev.baton.move.LostTasks;
import dev.baton.move.Mapping;
import dev.baton.move.Move;
import dev.baton.move.MoveProgress;
import dev.baton.move.OldEngine;
import dev.baton.move.Quartz;
import dev.baton.move.Survey;
import dev.baton.move.TwTasks;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "move",
    description = {
      "Takes over the tasks of another engine from the same database, while both run. look counts"
          + " the result for each row and writes nothing; go takes tasks over; stop ends a running"
          + " go, also in another process; undo gives back tasks that haven't started; finish ends"
          + " the move permanently. Needs --jdbc."
    })
final class MoveCommand implements Callable<Integer> {
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Table SURVEY =
      new Table()
          .column("TYPE", "type")
          .column("STATUS", "status")
          .number("COUNT", "count")
          .column("BECOMES", "becomes")
          .sentence("WHY", "reason");
  private static final Table RECURRING =
      new Table()
          .column("TYPE", "type")
          .column("ID", "id")
          .column("TIMING", "timing")
          .column("NEXT TICK", "nextTick")
          .column("NEXT RUN IN THE OLD ENGINE", "nextRun")
          .column("DIFFERS", item -> item.path("differs").asBoolean() ? "yes" : "");

  @SuppressWarnings("NullAway.Init") // set by picocli
  @Spec
  private CommandSpec spec;

  @Parameters(paramLabel = "ENGINE", description = "twtasks, db-scheduler, jobrunr or quartz.")
  private String engine = "";

  @Parameters(paramLabel = "VERB", description = "look, go, stop, undo or finish.")
  private String verb = "";

  @Option(
      names = "--scheduler",
      paramLabel = "NAME",
      description =
          "With quartz: the scheduler's org.quartz.scheduler.instanceName. The default is"
              + " QuartzScheduler (quartzScheduler with Spring Boot).")
  private @Nullable String scheduler;

  @Option(
      names = "--mapping",
      paramLabel = "CLASS",
      description =
          "Class of the dev.baton.move.Mapping to use; ServiceLoader must find it on the class"
              + " path. Without one, tasks keep their types and payloads.")
  private @Nullable String mapping;

  @Option(
      names = "--batch",
      paramLabel = "ROWS",
      description = "Maximum number of rows in one transaction; 200 by default.")
  private int batch = 200;

  @Option(
      names = "--keep-keys",
      paramLabel = "LENGTH",
      converter = Times.Length.class,
      description = "How long ids and unique keys stay reserved; 30d by default.")
  private Duration keepKeys = Duration.ofDays(30);

  @Option(names = "--follow", description = "With go: continues with new tasks until you stop it.")
  private boolean follow;

  @Option(
      names = "--leave",
      description = "With finish: leaves the rows that are still live in the old engine.")
  private boolean leave;

  @Option(
      names = "--old-engine-stopped",
      paramLabel = "RESUME|ERROR",
      description =
          "With look and go: declares that the old engine is stopped everywhere. Tasks that seem to"
              + " run are taken over too: RESUME runs them again, ERROR puts them in ERROR.")
  private @Nullable LostTasks stopped;

  @Override
  public Integer call() {
    BatonCli baton = (BatonCli) spec.root().userObject();
    OldEngine from = engine();
    try (HikariDataSource connections = baton.database().connect()) {
      Move.Builder builder =
          Move.from(from, connections).mapping(mapping()).batch(batch).keepKeys(keepKeys);
      Move move = (stopped == null ? builder : builder.stopped(stopped)).build();
      run(move, baton.output());
    } catch (IllegalArgumentException wrong) {
      throw Failure.usage(String.valueOf(wrong.getMessage()));
    } catch (IllegalStateException refused) {
      throw Failure.refused(String.valueOf(refused.getMessage()));
    }
    return 0;
  }

  private void run(Move move, Output output) {
    switch (verb) {
      case "look" -> print(move.look(), output);
      case "go" -> {
        print("Taken over", follow ? move.follow(PAUSE) : move.go(), output);
        if (!output.isJson()) {
          print(move.left(), output);
        }
      }
      case "undo" -> print("Given back", move.undo(), output);
      case "stop" -> {
        move.stop();
        said("Stopped", output);
      }
      case "finish" -> {
        if (leave) {
          move.finishAndLeave();
        } else {
          move.finish();
        }
        said("Finished", output);
      }
      default ->
          throw Failure.usage("Unknown verb '" + verb + "': use look, go, stop, undo or finish");
    }
  }

  private OldEngine engine() {
    return switch (engine) {
      case "twtasks" -> TwTasks.tables();
      case "db-scheduler" -> DbScheduler.tables();
      case "jobrunr" -> JobRunr.tables();
      case "quartz" -> {
        if (scheduler == null) {
          throw Failure.usage("Give the name of the Quartz scheduler: --scheduler NAME");
        }
        yield Quartz.scheduler(scheduler);
      }
      default ->
          throw Failure.usage(
              "Can't take over tasks from '"
                  + engine
                  + "': use twtasks, db-scheduler, jobrunr or quartz");
    };
  }

  private Mapping mapping() {
    List<ServiceLoader.Provider<Mapping>> found =
        ServiceLoader.load(Mapping.class).stream()
            .filter(one -> mapping == null || one.type().getName().equals(mapping))
            .toList();
    if (found.size() > 1) {
      throw Failure.usage("Several mappings exist: choose one with --mapping CLASS");
    }
    if (found.isEmpty() && mapping != null) {
      throw Failure.usage(
          "No mapping "
              + mapping
              + " is on the class path, in META-INF/services/dev.baton.move.Mapping");
    }
    return found.isEmpty() ? Mapping.asIs() : found.get(0).get();
  }

  private static void print(Survey survey, Output output) {
    List<ObjectNode> lines =
        survey.lines().stream()
            .map(
                line -> {
                  ObjectNode item = Json.object();
                  Json.put(item, "type", line.type());
                  Json.put(item, "status", line.status());
                  Json.put(item, "count", line.count());
                  Json.put(item, "becomes", line.fate());
                  Json.put(item, "reason", line.reason());
                  return item;
                })
            .toList();
    List<ObjectNode> recurring = survey.recurring().stream().map(MoveCommand::recurring).toList();
    ObjectNode page = Json.page(lines, null);
    page.putArray("recurring").addAll(recurring);
    output.list(page, SURVEY, "Nothing is left to take over");
    if (!output.isJson() && !recurring.isEmpty()) {
      output.section("Recurring tasks", page.path("recurring"), RECURRING);
    }
    long different = survey.recurring().stream().filter(Survey.Recurring::differs).count();
    if (different > 0) {
      output.note(
          "Recurring tasks whose next tick differs from their next run in the old engine: "
              + different
              + ". Check the mapping before you run go");
    }
  }

  private static ObjectNode recurring(Survey.Recurring task) {
    ObjectNode item = Json.object();
    Json.put(item, "type", task.type());
    Json.put(item, "id", task.id());
    Json.put(item, "timing", task.timing());
    Json.put(item, "nextTick", task.nextTick());
    Json.put(item, "nextRun", task.nextRun());
    Json.put(item, "differs", task.differs());
    return item;
  }

  private static void print(String what, MoveProgress done, Output output) {
    if (output.isJson()) {
      ObjectNode answer = Json.object();
      Json.put(answer, "moved", done.moved());
      Json.put(answer, "alreadyThere", done.alreadyThere());
      Json.put(answer, "keys", done.keys());
      Json.put(answer, "left", done.left());
      output.json(answer);
      return;
    }
    Map<String, String> members = new LinkedHashMap<>();
    members.put(what, String.valueOf(done.moved()));
    members.put("Already in Baton", String.valueOf(done.alreadyThere()));
    members.put("Ended before; keys kept", String.valueOf(done.keys()));
    members.put("Left in the old engine", String.valueOf(done.left()));
    output.details(members);
  }

  private static void said(String what, Output output) {
    ObjectNode answer = Json.object();
    Json.put(answer, "verdict", what.toUpperCase(Locale.ROOT));
    output.result(answer, what);
  }
}

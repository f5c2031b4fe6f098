package dev.baton.benchmarks.hour;

import dev.baton.benchmarks.ours.BatonContender;
import dev.baton.benchmarks.trial.Entrant;
import dev.baton.benchmarks.trial.PostgresServer;
import dev.baton.benchmarks.trial.Scale;
import dev.baton.benchmarks.trial.Server;
import dev.baton.benchmarks.trial.Trials;
import dev.baton.benchmarks.trial.WarmNodes;
import dev.baton.benchmarks.work.WarmUp;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures each minute of an hour of steady work. */
@Command(
    name = "bench --hour",
    mixinStandardHelpOptions = true,
    description =
        "Adds tasks at a steady rate for an hour in each of four forms, and writes what each"
            + " minute cost and how long its tasks waited.")
public final class HourBench implements Callable<Integer> {
  private static final double SHARE = 0.6;
  private static final int SECONDS_OF_A_MINUTE = 60;

  /** The figures that are drawn. */
  private static final Map<String, String> TITLES = new LinkedHashMap<>();

  static {
    TITLES.put("startP50Ms", "Commit to start, median, ms");
    TITLES.put("startP99Ms", "Commit to start, p99, ms");
    TITLES.put("startP999Ms", "Commit to start, p99.9, ms");
    TITLES.put("cpuSecondsPer1000", "CPU seconds per 1,000 tasks");
    TITLES.put("deadRows", "Dead rows");
    TITLES.put("tableMiB", "Tables, MiB");
    TITLES.put("indexMiB", "Indexes, MiB");
  }

  @Spec @Nullable CommandSpec spec;

  @Option(names = "--minutes", description = "Minutes of each form; ${DEFAULT-VALUE} by default.")
  int minutes = 60;

  @Option(names = "--forms", split = ",", description = "Some of ${COMPLETION-CANDIDATES}.")
  List<Form> forms = List.of(Form.values());

  @Option(
      names = "--rate",
      description = "Tasks a second; by default 0.6 of what this machine takes.")
  int perSecond;

  @Option(names = "--folder", required = true, description = "Writes CSV and SVG files there.")
  @Nullable Path folder;

  @Option(names = "--seconds", hidden = true, description = "The length of a minute, for tests.")
  int secondsOfAMinute = SECONDS_OF_A_MINUTE;

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new HourBench()).setCaseInsensitiveEnumValuesAllowed(true);
  }

  @Override
  public Integer call() throws Exception {
    Path files = Files.createDirectories(given(folder));
    if (minutes < 1) {
      throw new ParameterException(
          given(spec).commandLine(), "--minutes takes 1 or more, not " + minutes);
    }
    Map<Form, List<Minute>> measured = new EnumMap<>(Form.class);
    try (Server server = new PostgresServer();
        WarmNodes processes = new WarmNodes()) {
      say(server.description());
      Entrant baton =
          new Entrant(
              "baton",
              BatonContender.class.getName(),
              System.getProperty("java.class.path"),
              4_000,
              20_000,
              "defaults");
      Scale scale = secondsOfAMinute < SECONDS_OF_A_MINUTE ? Scale.TINY : Scale.QUICK;
      Trials trials = new Trials(server, processes, baton, scale, baton.abilities());
      WarmUp.of(trials);
      int rate =
          perSecond > 0 ? perSecond : Math.max(1, (int) (SHARE * WarmUp.addsPerSecond(trials)));
      say("adds a second: " + rate);
      for (Form form : forms) {
        say(form + ": " + form.about());
        List<Minute> all = new LongLoad(form, minutes, secondsOfAMinute, rate).measure(trials);
        measured.put(form, all);
        write(files, form, all);
        say(summary(all));
      }
    }
    draw(files, measured);
    return 0;
  }

  private static void write(Path files, Form form, List<Minute> all) throws IOException {
    StringBuilder lines = new StringBuilder(all.get(0).head()).append('\n');
    all.forEach(minute -> lines.append(minute.line()).append('\n'));
    Files.writeString(files.resolve(name(form) + ".csv"), lines);
  }

  /** Compares the last sixth of the time with the first, without the first minute. */
  private static String summary(List<Minute> all) {
    int part = Math.max(1, all.size() / 6);
    double first = p99(all.subList(Math.min(1, all.size() - 1), Math.min(all.size(), part + 1)));
    double last = p99(all.subList(all.size() - part, all.size()));
    return String.format(
        Locale.ROOT,
        "  p99 of the first %d minutes %.2f ms, of the last %.2f ms: %.2f times",
        part,
        first,
        last,
        last / first);
  }

  private static double p99(List<Minute> some) {
    return some.stream().mapToDouble(minute -> minute.waits().p99()).average().orElse(0);
  }

  private static void draw(Path files, Map<Form, List<Minute>> measured) throws IOException {
    for (Map.Entry<String, String> figure : TITLES.entrySet()) {
      Map<String, List<Double>> lines = new LinkedHashMap<>();
      measured.forEach(
          (form, all) ->
              lines.put(
                  name(form),
                  all.stream()
                      .map(minute -> minute.figures().getOrDefault(figure.getKey(), 0.0))
                      .toList()));
      Files.writeString(
          files.resolve(figure.getKey() + ".svg"), new LineChart(figure.getValue(), lines).svg());
    }
  }

  private static String name(Form form) {
    return form.name().toLowerCase(Locale.ROOT);
  }

  private void say(String text) {
    PrintWriter out = given(spec).commandLine().getOut();
    out.println(text);
    out.flush();
  }

  private static <T> T given(@Nullable T value) {
    if (value == null) {
      throw new IllegalStateException("Not run by picocli");
    }
    return value;
  }
}

package dev.baton.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tlc2.TLC;

/**
 * One configuration of the model, with the result that its own comment expects.
 *
 * <p>Each run is a separate JVM: TLC keeps static state, so a second run in the same JVM is not
 * reliable.
 */
record ModelCheck(Path configuration) {

  /**
   * Number of additional faults in configurations whose properties hold. A run of seconds may then
   * take hours.
   */
  private static final int MORE_FAULTS = Integer.getInteger("baton.model.faults", 0);

  private static final boolean LONG = MORE_FAULTS > 0 || Boolean.getBoolean("test.deep");
  private static final int LIMIT_SECONDS = MORE_FAULTS == 0 ? 300 : 24 * 3_600;
  private static final Pattern BUDGET = Pattern.compile("(?m)^( +Budget = )(\\d+)$");
  private static final Pattern EXPECTED = Pattern.compile("(?m)^\\\\\\* Expected: (.+)$");
  private static final Pattern MODULE = Pattern.compile("(?m)^\\\\\\* Module: (\\w+)$");
  private static final Pattern NAMED =
      Pattern.compile("Error: (?:Invariant|Action property) (\\w+) is violated");
  private static final Pattern PROPERTIES = Pattern.compile("(?m)^PROPERTIES (.+)$");
  private static final Pattern DISTINCT = Pattern.compile("([\\d,]+) distinct states found");

  /** The result of TLC: {@code holds}, or the violated property. */
  record Verdict(String text, String distinctStates, long millis) {}

  String name() {
    return configuration.getFileName().toString().replace(".cfg", "");
  }

  /** Returns whether this run skips it, since another configuration has nearly the same content. */
  boolean isLeftOut() {
    return !LONG && read(configuration).contains("\n\\* Long form only");
  }

  String expected() {
    Matcher line = EXPECTED.matcher(read(configuration));
    if (!line.find()) {
      throw new IllegalStateException(
          configuration + " doesn't say what to expect: add a line '\\* Expected: holds'");
    }
    return line.group(1).strip();
  }

  /**
   * Returns the module. Most configurations are about the life of one task; the others name their
   * module.
   */
  private String module() {
    Matcher line = MODULE.matcher(read(configuration));
    return (line.find() ? line.group(1) : "Baton") + ".tla";
  }

  Verdict run() throws IOException, InterruptedException {
    Path work = Files.createDirectories(Path.of("target", "tlc", name()).toAbsolutePath());
    Path output = work.resolve("output.txt");
    long start = System.nanoTime();
    Process tlc =
        new ProcessBuilder(command(work))
            .directory(configuration.toAbsolutePath().getParent().toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      if (!tlc.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException(name() + " took longer than " + LIMIT_SECONDS + " s");
      }
    } finally {
      tlc.destroyForcibly();
    }
    String said = read(output);
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    return new Verdict(verdict(said, tlc.exitValue(), output), distinctStates(said), millis);
  }

  private Path configured(Path work) throws IOException {
    if (MORE_FAULTS == 0 || !expected().equals("holds")) {
      return configuration.getFileName();
    }
    String more =
        BUDGET
            .matcher(read(configuration))
            .replaceAll(found -> found.group(1) + (Integer.parseInt(found.group(2)) + MORE_FAULTS));
    return Files.writeString(work.resolve(configuration.getFileName()), more);
  }

  private List<String> command(Path work) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String jar = Path.of(locationOfTlc()).toString();
    return List.of(
        java,
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Xmx1g",
        // Each run unpacks TLA+'s own modules there and deletes them when it ends.
        "-Djava.io.tmpdir=" + work,
        "-cp",
        jar,
        "tlc2.TLC",
        "-deadlock",
        "-workers",
        "1",
        "-metadir",
        work.toString(),
        "-config",
        configured(work).toString(),
        module());
  }

  private static java.net.URI locationOfTlc() {
    try {
      return TLC.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    } catch (java.net.URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private String verdict(String said, int exitCode, Path output) {
    Matcher named = NAMED.matcher(said);
    if (named.find()) {
      return named.group(1) + " is violated";
    }
    if (said.contains("Temporal properties were violated")) {
      // TLC doesn't say which property; a counterexample's configuration therefore names only one.
      Matcher listed = PROPERTIES.matcher(read(configuration));
      return (listed.find() ? listed.group(1).strip() : "a property") + " is violated";
    }
    boolean complete = exitCode == 0 && said.contains("No error has been found");
    return complete ? "holds" : "TLC failed with exit code " + exitCode + ", see " + output;
  }

  private static String distinctStates(String said) {
    String last = "?";
    for (Matcher count = DISTINCT.matcher(said); count.find(); ) {
      last = count.group(1);
    }
    return last;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package dev.baton.benchmarks.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands of the section "A faster start" in docs/performance.md. */
@Tag("deep")
class FasterStartIT {
  private static final Path DOCUMENT = Path.of("../..", "docs", "performance.md");
  private static final String JAR = "-jar service.jar";
  private static final Path JVMS = Path.of("/usr/lib/jvm");

  /** Classes that verify differently, or that the first run didn't load, may be missing. */
  private static final double SHARE = 0.95;

  @TempDir Path folder;

  private final DatabaseAddress database = LocalDatabase.POSTGRES.newDatabase();

  @Test
  void anArchiveHasBatonsClasses() throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    assertThat(shareOfTheArchive(java, "service.jsa")).isGreaterThan(SHARE);
  }

  @Test
  void anAheadOfTimeCacheHasBatonsClasses() throws Exception {
    Optional<Path> java = java25();
    assumeTrue(java.isPresent(), "Java 25 is missing in " + JVMS);
    assertThat(shareOfTheArchive(java.orElseThrow(), "service.aot")).isGreaterThan(SHARE);
  }

  /**
   * Runs the commands for this file of the document. Returns the share of Baton's classes that the
   * last command loads from the file.
   */
  private double shareOfTheArchive(Path java, String file) throws Exception {
    List<List<String>> commands = new ArrayList<>();
    for (String line : Files.readAllLines(DOCUMENT)) {
      if (line.startsWith("java -XX:") && line.contains(file)) {
        assertThat(line).contains(JAR);
        commands.add(List.of(line.substring("java ".length(), line.indexOf(JAR)).split(" ")));
      }
    }
    assertThat(commands).hasSize(2);
    Path log = folder.resolve("classes.log");
    run(java, commands.get(0));
    assertThat(folder.resolve(file)).isNotEmptyFile();
    List<String> measured = new ArrayList<>(commands.get(1));
    measured.add("-Xlog:class+load:file=" + log);
    run(java, measured);
    List<String> classes = batonsClasses(log);
    assertThat(classes).hasSizeGreaterThan(300);
    long shared = classes.stream().filter(line -> line.contains("shared objects file")).count();
    return (double) shared / classes.size();
  }

  private void run(Path java, List<String> options) throws Exception {
    List<String> command = new ArrayList<>(List.of(java.toString()));
    command.addAll(options);
    command.addAll(
        List.of(
            "-cp",
            Path.of("target", "benchmarks.jar").toAbsolutePath().toString(),
            FirstTask.class.getName(),
            database.url(),
            database.user(),
            database.password()));
    Path output = folder.resolve("output.txt");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor()).as(() -> text(output)).isZero();
    assertThat(text(output)).contains("first task after");
  }

  /** Returns the log's lines about Baton's classes, without those of lambdas. */
  private static List<String> batonsClasses(Path log) throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      return lines
          .filter(line -> line.contains(" dev.baton.") && !line.contains("Lambda"))
          .toList();
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static Optional<Path> java25() throws IOException {
    if (!Files.isDirectory(JVMS)) {
      return Optional.empty();
    }
    try (Stream<Path> all = Files.list(JVMS)) {
      return all.filter(home -> text(home.resolve("release")).contains("JAVA_VERSION=\"25"))
          .map(home -> home.resolve("bin").resolve("java"))
          .filter(Files::isExecutable)
          .findFirst();
    }
  }
}

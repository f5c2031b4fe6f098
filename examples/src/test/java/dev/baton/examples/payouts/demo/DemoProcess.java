package dev.baton.examples.payouts.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The demo in its own process, started as a user starts it. */
final class DemoProcess implements AutoCloseable {
  private static final long SECONDS = 120;

  private final Process process;
  private final Path folder;

  private DemoProcess(Process process, Path folder) {
    this.process = process;
    this.folder = folder;
  }

  /** Starts a demo that exits at the end; its files are in this folder. */
  static DemoProcess start(Path folder, String... arguments) throws IOException {
    List<String> words =
        new ArrayList<>(List.of("--json", folder.resolve("figures.json").toString()));
    words.addAll(List.of(arguments));
    return startServing(folder, words.toArray(String[]::new));
  }

  /** Starts a demo with exactly these arguments; its files are in this folder. */
  static DemoProcess startServing(Path folder, String... arguments) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.add("-Ddemo.data=" + folder.resolve("demo-data"));
    words.add("-Ddemo.log=" + folder.resolve("demo.log"));
    words.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
    words.add(PayoutsDemo.class.getName());
    words.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(folder.toFile())
            .redirectOutput(folder.resolve("out.txt").toFile())
            .redirectError(folder.resolve("err.txt").toFile());
    keepPasswordFromOthers(builder);
    return new DemoProcess(builder.start(), folder);
  }

  /** Other users of the machine can read the arguments of a process, but not its environment. */
  private static void keepPasswordFromOthers(ProcessBuilder builder) {
    List<String> words = builder.command();
    int at = words.indexOf("--database") + 1;
    if (at > 0 && words.get(at).contains("password=")) {
      builder.environment().put("DEMO_DATABASE", words.remove(at));
      words.remove(at - 1);
    }
  }

  /** Kills the process like kill -9. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Asks the process to end, as Ctrl-C does. */
  int interrupt() throws InterruptedException {
    process.destroy();
    return exitCode();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  int exitCode() throws InterruptedException {
    if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("The demo did not end: " + folder);
    }
    return process.exitValue();
  }

  String output() throws IOException {
    return Files.readString(folder.resolve("out.txt"));
  }

  String errors() throws IOException {
    return Files.readString(folder.resolve("err.txt"));
  }

  JsonNode figures() throws IOException {
    return JsonMapper.shared().readTree(Files.readAllBytes(folder.resolve("figures.json")));
  }

  @Override
  public void close() throws InterruptedException {
    kill();
  }
}

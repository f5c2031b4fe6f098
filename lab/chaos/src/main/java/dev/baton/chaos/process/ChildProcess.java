package dev.baton.chaos.process;

import dev.baton.chaos.record.Journal;
import dev.baton.chaos.record.Wait;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM that this process starts and that dies with it. */
public final class ChildProcess {
  private static final Duration PATIENCE = Duration.ofSeconds(120);

  private final Plan plan;
  private final Process process;

  private ChildProcess(Plan plan, Process process) {
    this.plan = plan;
    this.process = process;
  }

  static ChildProcess start(Class<?> main, Plan plan, String classPath) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m"));
    words.addAll(List.of("-cp", classPath, main.getName()));
    words.addAll(plan.arguments());
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(plan.file(".log").toFile()));
    builder.environment().putAll(plan.environment());
    return new ChildProcess(plan, builder.start());
  }

  public Plan plan() {
    return plan;
  }

  public void awaitReady() throws IOException, InterruptedException {
    String line = WorkerMain.READY + " " + process.pid();
    boolean ready =
        Wait.until(
            PATIENCE,
            () -> !process.isAlive() || Journal.read(plan.file(".events")).contains(line));
    if (!ready || !process.isAlive()) {
      throw new IllegalStateException(plan.name() + " did not start:\n" + tail());
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Kills the process, like kill -9. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Sends SIGTERM and returns when the process has ended. */
  public void terminate() throws InterruptedException {
    // Process.destroy would also close the pipe, and the child would think that its parent is dead.
    process.toHandle().destroy();
    await();
  }

  /** Asks an adder to stop after its current work. */
  void askToStop() throws IOException, InterruptedException {
    say("stop");
    await();
  }

  /** Sends a command. The child's class lists its commands. */
  void say(String word) throws IOException {
    process.getOutputStream().write((word + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  /** Sends a command and waits until the child has recorded its execution. */
  public void order(String word) throws IOException, InterruptedException {
    long before = noted(word);
    say(word);
    if (!Wait.until(PATIENCE, () -> noted(word) > before)) {
      throw new IllegalStateException(plan.name() + " did not do " + word + ":\n" + tail());
    }
  }

  private long noted(String word) throws IOException {
    return Journal.read(plan.file(".events")).stream()
        .filter(line -> line.startsWith(word + " "))
        .count();
  }

  private void await() throws InterruptedException {
    if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      kill();
      throw new IllegalStateException(plan.name() + " did not stop on request:\n" + tail());
    }
  }

  /** Sends a signal by its name, like kill. */
  public void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid()).start().waitFor();
  }

  /**
   * Returns the number of messages it has logged so far. The lines of a stack trace belong to one
   * message.
   */
  public long messages() throws IOException {
    return Files.readAllLines(plan.file(".log")).stream()
        .filter(line -> line.matches("[0-9]{2}:[0-9]{2}:[0-9]{2}.*"))
        .count();
  }

  /** Returns the last part of its output. */
  String tail() {
    try {
      List<String> lines = Files.readAllLines(plan.file(".log"));
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
    } catch (IOException e) {
      return "(no output: " + e.getMessage() + ")";
    }
  }
}

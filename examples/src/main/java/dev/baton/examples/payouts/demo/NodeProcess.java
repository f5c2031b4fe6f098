package dev.baton.examples.payouts.demo;

import dev.baton.examples.payouts.input.CannotRun;
import dev.baton.examples.payouts.site.NodePlan;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** A further node in its own JVM. */
final class NodeProcess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeProcess.class);
  private static final long SECONDS_TO_STOP = 6;

  private final int number;
  private final Process process;
  private final BufferedReader output;

  private NodeProcess(int number, Process process) {
    this.number = number;
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
  }

  /** Starts the JVM. {@link #awaitReady} waits until its node runs. */
  static NodeProcess start(int number, NodePlan plan, Path log) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-Ddemo.log=" + log,
                "-cp",
                System.getProperty("java.class.path"),
                NodeMain.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    // Standard input, not an argument: other users can read arguments, and the plan may contain a
    // password.
    Writer input = process.outputWriter(StandardCharsets.UTF_8);
    input.write(JsonMapper.shared().writeValueAsString(plan) + "\n");
    input.flush();
    return new NodeProcess(number, process);
  }

  void awaitReady() throws IOException, CannotRun {
    String line = output.readLine();
    if (!NodeMain.READY.equals(line)) {
      throw new CannotRun("Node " + number + " did not start");
    }
  }

  int number() {
    return number;
  }

  long pid() {
    return process.pid();
  }

  /** Kills the process like kill -9: it can't write or send anything more. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  /** Closes the process's standard input, which ends its work. */
  void askToStop() {
    try {
      process.outputWriter(StandardCharsets.UTF_8).close();
    } catch (IOException gone) {
      // The process reads no more, so it has ended.
      LOG.debug("Node {} is gone already", number, gone);
    }
  }

  /** Asks the process to stop, waits for a moment and then kills it. */
  @Override
  public void close() throws InterruptedException {
    askToStop();
    if (!process.waitFor(SECONDS_TO_STOP, TimeUnit.SECONDS)) {
      kill();
    }
  }
}

package dev.baton.benchmarks.trial;

import dev.baton.benchmarks.child.NodeMain;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * Runs a contender in a thread of this process, for tests, which have no time to start many
 * processes.
 */
final class SameJvm implements Host {
  private static final int BUFFER = 10_000;

  private final PipedOutputStream input = new PipedOutputStream();
  private final PipedInputStream output = new PipedInputStream(BUFFER);
  private final Thread thread;

  private SameJvm() throws IOException {
    InputStream lines = new PipedInputStream(input, BUFFER);
    PrintStream answers =
        new PrintStream(new PipedOutputStream(output), true, StandardCharsets.UTF_8);
    thread =
        new Thread(
            () -> {
              try (answers) {
                NodeMain.serve(lines, answers, true);
              } catch (Exception e) {
                throw new IllegalStateException("A contender failed", e);
              }
            },
            "node");
  }

  static SameJvm start() {
    try {
      SameJvm host = new SameJvm();
      host.thread.start();
      return host;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public OutputStream input() {
    return input;
  }

  @Override
  public InputStream output() {
    return output;
  }

  @Override
  public boolean awaitEnd(long seconds) throws InterruptedException {
    thread.join(TimeUnit.SECONDS.toMillis(seconds));
    return !thread.isAlive();
  }

  @Override
  public void kill() {
    thread.interrupt();
  }
}

package dev.baton.benchmarks.trial;

import dev.baton.benchmarks.child.NodeMain;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A separate JVM for a contender, from which all figures come. */
public final class ChildJvm implements Host {
  /**
   * JVM options, the same for every contender: the library is measured, not the garbage collector.
   */
  public static final List<String> OPTIONS =
      List.of(
          "-Xms768m",
          "-Xmx768m",
          "-XX:+UseParallelGC",
          "-Dfile.encoding=UTF-8",
          "-Dcom.zaxxer.hikari.blockUntilFilled=true");

  /** The property for the folder of flight recordings. Without it nothing is recorded. */
  public static final String RECORDINGS = "baton.bench.recordings";

  private final Process process;

  private ChildJvm(Process process) {
    this.process = process;
  }

  static ChildJvm start(String classPath, Path log) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(OPTIONS);
    String recordings = System.getProperty(RECORDINGS);
    if (recordings != null) {
      words.add(
          "-XX:StartFlightRecording=settings=profile,filename="
              + Path.of(recordings, System.nanoTime() + ".jfr").toAbsolutePath());
    }
    words.addAll(List.of("-cp", classPath, NodeMain.class.getName()));
    return new ChildJvm(
        new ProcessBuilder(words)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start());
  }

  @Override
  public OutputStream input() {
    return process.getOutputStream();
  }

  @Override
  public InputStream output() {
    return process.getInputStream();
  }

  @Override
  public boolean awaitEnd(long seconds) throws InterruptedException {
    return process.waitFor(seconds, TimeUnit.SECONDS);
  }

  @Override
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }
}

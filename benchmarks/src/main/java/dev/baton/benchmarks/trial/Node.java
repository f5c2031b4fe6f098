package dev.baton.benchmarks.trial;

import dev.baton.benchmarks.child.JobSpec;
import dev.baton.benchmarks.child.NodeMain;
import dev.baton.benchmarks.child.Setup;
import dev.baton.benchmarks.child.Words;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One process of a contender, and what it can be told. Not thread-safe. */
public final class Node implements AutoCloseable {
  /** The same for every contender: what is measured is the library, not the collector. */
  public static final List<String> JVM = List.of("-Xms768m", "-Xmx768m", "-XX:+UseParallelGC");

  private static final Duration LONGEST_ANSWER = Duration.ofMinutes(15);
  private static final long SECONDS_TO_END = 20;
  private static final int LINES_OF_THE_END = 60;

  private final String name;
  private final Process process;
  private final Writer input;
  private final BufferedReader output;
  private final Path log;

  private Node(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    this.log = log;
    this.input = process.outputWriter(StandardCharsets.UTF_8);
    this.output = process.inputReader(StandardCharsets.UTF_8);
  }

  static Node start(String name, String classPath, Setup setup, Path log) throws Exception {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(JVM);
    words.addAll(List.of("-Dfile.encoding=UTF-8", "-cp", classPath, NodeMain.class.getName()));
    Process process =
        new ProcessBuilder(words)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    Node node = new Node(name, process, log);
    try {
      node.ask(setup.words());
      return node;
    } catch (Exception e) {
      node.kill();
      throw e;
    }
  }

  /** Makes the contender's tables. */
  Node prepare() throws Exception {
    ask(Words.of("prepare"));
    return this;
  }

  /** Ready to add. */
  Node open() throws Exception {
    ask(Words.of("open"));
    return this;
  }

  /** Starts to work on jobs that take no time. */
  public void work() throws Exception {
    work(Long.MAX_VALUE, 0, 0);
  }

  /** Starts to work; jobs from this number on take so long, and each fails so often first. */
  public void work(long slowFrom, long slowMillis, int failures) throws Exception {
    ask(
        Words.of("work")
            .with("slowFrom", slowFrom)
            .with("slowMillis", slowMillis)
            .with("failures", failures));
  }

  /** Adds jobs one by one, as fast as it goes; all are committed when this returns. */
  public void produce(JobSpec jobs, int producers) throws Exception {
    ask(producing(jobs, producers, 0));
  }

  /** Adds jobs one by one, so many a second; returns at once. */
  public void beginToProduce(JobSpec jobs, int producers, int perSecond) throws Exception {
    tell(producing(jobs, producers, perSecond));
  }

  /** Waits for what was begun. */
  public void awaitProduced() throws Exception {
    answer("produce");
  }

  /** Adds jobs in bulk. */
  public void bulk(JobSpec jobs) throws Exception {
    ask(jobs.onto(Words.of("bulk")));
  }

  /** Runs a handler once a second for each of so many schedules. */
  public void tick(int schedules) throws Exception {
    ask(Words.of("tick").with("schedules", schedules));
  }

  /** The processor time and the statements of the process so far. */
  Words cost() throws Exception {
    return ask(Words.of("cost"));
  }

  /** Stops the contender in good order. */
  public void stop() throws Exception {
    ask(Words.of("close"));
  }

  private static Words producing(JobSpec jobs, int producers, int perSecond) {
    return jobs.onto(Words.of("produce")).with("producers", producers).with("perSecond", perSecond);
  }

  private Words ask(Words line) throws Exception {
    tell(line);
    return answer(line.verb());
  }

  private void tell(Words line) throws IOException {
    input.write(line + "\n");
    input.flush();
  }

  private Words answer(String verb) throws Exception {
    CompletableFuture<Words> reading = CompletableFuture.supplyAsync(this::readAnswer);
    try {
      Words answer = reading.get(LONGEST_ANSWER.toMillis(), TimeUnit.MILLISECONDS);
      if (!"ok".equals(answer.verb())) {
        throw new IllegalStateException(name + " failed at '" + verb + "'. Its log:\n" + tail());
      }
      return answer;
    } catch (TimeoutException e) {
      throw new IllegalStateException(
          name + " gives no answer to '" + verb + "'. Its log:\n" + tail(), e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          name + " ended at '" + verb + "'. Its log:\n" + tail(), e.getCause());
    }
  }

  private Words readAnswer() {
    try {
      String line = output.readLine();
      while (line != null && !line.startsWith(NodeMain.ANSWER)) {
        line = output.readLine();
      }
      if (line == null) {
        throw new IllegalStateException("its output ended");
      }
      return Words.parse(line.substring(NodeMain.ANSWER.length()));
    } catch (IOException e) {
      throw new IllegalStateException("its output can't be read", e);
    }
  }

  /** The last of its log. */
  String tail() {
    try {
      List<String> lines = Files.readAllLines(log);
      return String.join(
          "\n", lines.subList(Math.max(0, lines.size() - LINES_OF_THE_END), lines.size()));
    } catch (IOException e) {
      return "(no log: " + e.getMessage() + ")";
    }
  }

  private void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Ends the process, in good order or not. */
  @Override
  public void close() throws InterruptedException, IOException {
    try {
      input.close();
    } catch (IOException alreadyGone) {
      process.destroyForcibly();
    }
    if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
      kill();
    }
  }
}

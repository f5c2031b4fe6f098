package dev.baton.benchmarks.trial;

import dev.baton.benchmarks.child.JobSpec;
import dev.baton.benchmarks.child.NodeMain;
import dev.baton.benchmarks.child.Setup;
import dev.baton.benchmarks.child.Words;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** One process of a contender, and the commands for it. Not thread-safe. */
public final class Node implements AutoCloseable {
  private static final Duration LONGEST_ANSWER = Duration.ofMinutes(15);
  private static final long SECONDS_TO_END = 20;
  private static final int LINES_OF_THE_END = 60;

  private final String name;
  private final Host host;
  private final Writer input;
  private final BufferedReader output;
  private final BlockingQueue<Words> answers = new LinkedBlockingQueue<>();
  private final Path log;

  private Node(String name, Host host, Path log) {
    this.name = name;
    this.host = host;
    this.log = log;
    this.input = new OutputStreamWriter(host.input(), StandardCharsets.UTF_8);
    this.output = new BufferedReader(new InputStreamReader(host.output(), StandardCharsets.UTF_8));
  }

  static Node start(String name, Host host, Path log) {
    Node node = new Node(name, host, log);
    Thread reader = new Thread(node::readAnswers, "replies of " + name);
    reader.setDaemon(true);
    reader.start();
    return node;
  }

  /** Sends the setup, which applies until the contender is stopped. */
  void setUp(Setup setup) throws Exception {
    ask(setup.words());
  }

  /** Creates the contender's tables. */
  void prepare() throws Exception {
    ask(Words.of("prepare"));
  }

  /** Opens the contender, which is then ready to add. */
  void open() throws Exception {
    ask(Words.of("open"));
  }

  /** Starts to work on jobs that take no time. */
  public void work() throws Exception {
    work(Long.MAX_VALUE, 0, 0);
  }

  /**
   * Starts to work. Jobs from this number on take this long, and each job first fails this often.
   */
  public void work(long slowFrom, long slowMillis, int failures) throws Exception {
    ask(working("work", slowFrom, slowMillis, failures));
  }

  /**
   * Opens the contender if necessary, and starts to work on jobs that take no time.
   *
   * @return when that began, by the clock of the {@link dev.baton.benchmarks.child.Probe}
   */
  public long openAndWork() throws Exception {
    return ask(working("start", Long.MAX_VALUE, 0, 0)).number("at");
  }

  private static Words working(String verb, long slowFrom, long slowMillis, int failures) {
    return Words.of(verb)
        .with("slowFrom", slowFrom)
        .with("slowMillis", slowMillis)
        .with("failures", failures);
  }

  /**
   * Adds jobs one by one, as fast as possible, for at most this number of seconds.
   *
   * @return how many were added, from the first on; they are committed
   */
  public int produce(JobSpec jobs, int producers, int seconds) throws Exception {
    return ask(producing(jobs, producers, 0, seconds)).count("added");
  }

  /** Adds jobs one by one at this rate; returns at once. */
  public void beginToProduce(JobSpec jobs, int producers, int perSecond) throws Exception {
    tell(producing(jobs, producers, perSecond, 0));
  }

  /** Waits until the adds that were begun have ended. */
  public void awaitProduced() throws Exception {
    answer("produce");
  }

  /** Adds jobs in bulk. */
  public void bulk(JobSpec jobs) throws Exception {
    ask(jobs.onto(Words.of("bulk")));
  }

  /** Adds jobs as fast as possible, by the harness's own SQL if the contender has some. */
  public void fill(JobSpec jobs) throws Exception {
    ask(jobs.onto(Words.of("fill")));
  }

  /** Runs a handler once a second for each of this number of schedules. */
  public void tick(int schedules) throws Exception {
    ask(Words.of("tick").with("schedules", schedules));
  }

  /** Adds workflows with this number of steps each; 0 for workflows that wait for days. */
  public void flow(int workflows, int steps) throws Exception {
    ask(Words.of("flow").with("workflows", workflows).with("steps", steps));
  }

  /** Returns the bytes of the heap that are in use after a full collection. */
  public long heap() throws Exception {
    return ask(Words.of("heap")).number("used");
  }

  /** Returns the processor time and the statements of the process so far. */
  Words cost() throws Exception {
    return ask(Words.of("cost"));
  }

  /** Returns the number of platform threads of the process. */
  public long threads() throws Exception {
    return cost().number("threads");
  }

  /** Returns the bytes of the process's heap in use, including garbage. */
  public long heapBytes() throws Exception {
    return cost().number("heapBytes");
  }

  /** Stops the contender in order. */
  public void stop() throws Exception {
    ask(Words.of("close"));
  }

  private static Words producing(JobSpec jobs, int producers, int perSecond, int seconds) {
    return jobs.onto(Words.of("produce"))
        .with("producers", producers)
        .with("perSecond", perSecond)
        .with("seconds", seconds);
  }

  private Words ask(Words line) throws Exception {
    tell(line);
    return answer(line.verb());
  }

  private void tell(Words line) throws IOException {
    input.write(line + "\n");
    input.flush();
  }

  private Words answer(String verb) throws InterruptedException {
    Words answer = answers.poll(LONGEST_ANSWER.toMillis(), TimeUnit.MILLISECONDS);
    if (answer == null) {
      throw new IllegalStateException(
          name + " does not reply to '" + verb + "'. Its log:\n" + tail());
    }
    if (!"ok".equals(answer.verb())) {
      throw new IllegalStateException(
          name + " " + answer + " at '" + verb + "'. Its log:\n" + tail());
    }
    return answer;
  }

  /** Reads replies on a separate thread, so that waiting for one can have a time limit. */
  private void readAnswers() {
    try {
      String line = output.readLine();
      while (line != null) {
        if (line.startsWith(NodeMain.ANSWER)) {
          answers.add(Words.parse(line.substring(NodeMain.ANSWER.length())));
        }
        line = output.readLine();
      }
    } catch (IOException e) {
      answers.add(Words.of("can't-be-read"));
    }
    answers.add(Words.of("ended"));
  }

  /** Returns the last part of its log. */
  String tail() {
    try {
      List<String> lines = Files.readAllLines(log);
      return String.join(
          "\n", lines.subList(Math.max(0, lines.size() - LINES_OF_THE_END), lines.size()));
    } catch (IOException e) {
      return "(no log: " + e.getMessage() + ")";
    }
  }

  /** Ends the process, in order or not. */
  @Override
  public void close() throws InterruptedException, IOException {
    try {
      input.close();
    } catch (IOException alreadyGone) {
      host.kill();
    }
    if (!host.awaitEnd(SECONDS_TO_END)) {
      host.kill();
    }
  }
}

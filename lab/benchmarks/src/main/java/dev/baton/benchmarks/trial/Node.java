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

/** One process of a contender, and what it can be told. Not thread-safe. */
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
    Thread reader = new Thread(node::readAnswers, "answers of " + name);
    reader.setDaemon(true);
    reader.start();
    return node;
  }

  /** Tells it what it is to be, until it is stopped. */
  void setUp(Setup setup) throws Exception {
    ask(setup.words());
  }

  /** Makes the contender's tables. */
  void prepare() throws Exception {
    ask(Words.of("prepare"));
  }

  /** Ready to add. */
  void open() throws Exception {
    ask(Words.of("open"));
  }

  /** Starts to work on jobs that take no time. */
  public void work() throws Exception {
    work(Long.MAX_VALUE, 0, 0);
  }

  /** Starts to work; jobs from this number on take so long, and each fails so often first. */
  public void work(long slowFrom, long slowMillis, int failures) throws Exception {
    ask(working("work", slowFrom, slowMillis, failures));
  }

  /**
   * Opens one that isn't, and starts to work on jobs that take no time.
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
   * Adds jobs one by one, as fast as it goes, for so many seconds at the most.
   *
   * @return how many were added, from the first on; they are committed
   */
  public int produce(JobSpec jobs, int producers, int seconds) throws Exception {
    return ask(producing(jobs, producers, 0, seconds)).count("added");
  }

  /** Adds jobs one by one, so many a second; returns at once. */
  public void beginToProduce(JobSpec jobs, int producers, int perSecond) throws Exception {
    tell(producing(jobs, producers, perSecond, 0));
  }

  /** Waits for what was begun. */
  public void awaitProduced() throws Exception {
    answer("produce");
  }

  /** Adds jobs in bulk. */
  public void bulk(JobSpec jobs) throws Exception {
    ask(jobs.onto(Words.of("bulk")));
  }

  /** Adds jobs as fast as can be, by SQL of the harness's own where there is some. */
  public void fill(JobSpec jobs) throws Exception {
    ask(jobs.onto(Words.of("fill")));
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
          name + " gives no answer to '" + verb + "'. Its log:\n" + tail());
    }
    if (!"ok".equals(answer.verb())) {
      throw new IllegalStateException(
          name + " " + answer + " at '" + verb + "'. Its log:\n" + tail());
    }
    return answer;
  }

  /** On a thread of its own, so that an answer can be waited for with an end. */
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

  /** Ends the process, in good order or not. */
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

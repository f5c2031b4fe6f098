package dev.baton.kafka.receive;

import dev.baton.api.AddResult;
import dev.baton.api.TaskAdder;
import dev.baton.api.TaskRequest;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.handler.RetryPolicy;
import dev.baton.handler.internal.FailedAttempt;
import dev.baton.spi.OwnCall;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Processes one batch of one partition: first adds its tasks, then calls its handlers, message by
 * message. If the database or a handler fails, it waits and tries again. Run by one thread; any
 * thread may read its progress or call it off.
 */
final class BatchWork implements Runnable {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final List<ReceivedMessage> messages;
  private final Terms terms;
  private final CountDownLatch calledOff = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);

  /** The offset up to which all messages are finished, for the commit. */
  private volatile long done;

  private volatile boolean through;

  /**
   * The offset up to which the receiving thread has committed or is committing. Only that thread
   * uses it.
   */
  private long told;

  /** The common settings and objects of all batches of a receiver. */
  record Terms(
      Routes routes,
      AsideTasks asides,
      TaskAdder tasks,
      RetryPolicy<Object> retry,
      ReceiverLog log,
      HandlerThreads threads) {}

  BatchWork(List<ReceivedMessage> messages, Terms terms) {
    this.messages = messages;
    this.terms = terms;
    this.done = messages.get(0).offset();
    this.told = done;
  }

  /** Thrown internally: the partition moved to another node, or the receiver closes. */
  private static final class CalledOff extends Exception {
    private static final long serialVersionUID = 1L;
  }

  @Override
  public void run() {
    try {
      while (!isThrough()) {
        try {
          work();
          through = true;
        } catch (RuntimeException | Error broken) {
          // A bug in Baton or in a policy: without the retry the partition would stop.
          terms.log().broken(messages.get(0), broken);
          pause(LONGEST_PAUSE);
        }
      }
    } catch (CalledOff | InterruptedException e) {
      // The partition's next owner reads unfinished messages again.
    } finally {
      over.countDown();
    }
  }

  /**
   * Does all work on this thread, and calls each handler once.
   *
   * @throws Exception what a handler throws
   */
  void takeOnce() throws Exception {
    addTasks();
    for (ReceivedMessage message : messages) {
      for (Route route : terms.routes().of(message.topic())) {
        if (route instanceof Route.Plain plain) {
          plain.handler().handle(message);
          terms.log().handled(plain, message, 1);
        }
      }
    }
  }

  private void work() throws CalledOff, InterruptedException {
    addTasks();
    for (ReceivedMessage message : messages) {
      if (message.offset() < done) {
        continue;
      }
      for (Route route : terms.routes().of(message.topic())) {
        if (route instanceof Route.Plain plain) {
          hand(plain, message);
        }
      }
      done = message.offset() + 1;
    }
  }

  /** Returns the offset below which messages needn't be read again. */
  long done() {
    return done;
  }

  long told() {
    return told;
  }

  void tell(long offset) {
    told = offset;
  }

  /** Returns whether all work is finished. */
  boolean isThrough() {
    return through;
  }

  /** Returns whether no thread works on the batch any more. */
  boolean isOver() {
    return over.getCount() == 0;
  }

  /** Ends the work after the current step. */
  void callOff() {
    calledOff.countDown();
  }

  /** Waits until no thread works on the batch. */
  boolean awaitEnd(long nanos) throws InterruptedException {
    return over.await(nanos, TimeUnit.NANOSECONDS);
  }

  private void addTasks() throws CalledOff, InterruptedException {
    List<TaskRequest<?, ?>> requests = new ArrayList<>();
    List<Origin> origins = new ArrayList<>();
    for (ReceivedMessage message : messages) {
      for (Route route : terms.routes().of(message.topic())) {
        if (route instanceof Route.ToTask toTask) {
          converted(toTask, message)
              .ifPresent(
                  request -> {
                    requests.add(request);
                    origins.add(new Origin(toTask, message));
                  });
        }
      }
    }
    if (requests.isEmpty()) {
      return;
    }
    try {
      add(requests);
    } catch (IllegalArgumentException | RequestRefusedException oneIsBad) {
      addOneByOne(requests, origins);
    }
  }

  private record Origin(Route route, ReceivedMessage message) {}

  private Optional<TaskRequest<?, ?>> converted(Route.ToTask route, ReceivedMessage message) {
    try {
      return terms.asides().convert(route, message);
    } catch (Exception | LinkageError | StackOverflowError refused) {
      terms.log().setAside(route, message, refused);
      return Optional.of(terms.asides().aside(route, message));
    }
  }

  private void addOneByOne(List<TaskRequest<?, ?>> requests, List<Origin> origins)
      throws CalledOff, InterruptedException {
    for (int i = 0; i < requests.size(); i++) {
      Origin origin = origins.get(i);
      try {
        add(List.of(requests.get(i)));
      } catch (IllegalArgumentException | RequestRefusedException refused) {
        terms.log().setAside(origin.route(), origin.message(), refused);
        add(List.of(terms.asides().aside(origin.route(), origin.message())));
      }
    }
  }

  /**
   * Adds the tasks, and tries until the database accepts them. If an earlier try was committed
   * without a response, the database reports those tasks as known.
   */
  private void add(List<TaskRequest<?, ?>> requests) throws CalledOff, InterruptedException {
    Duration pause = FIRST_PAUSE;
    while (true) {
      requireWanted();
      try {
        List<AddResult> results = OwnCall.of(() -> terms.tasks().addAll(requests));
        terms.log().databaseTook(results);
        return;
      } catch (IllegalArgumentException | RequestRefusedException refused) {
        throw refused;
      } catch (RuntimeException away) {
        terms.log().databaseAway(away);
      }
      pause(pause);
      pause =
          pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0
              ? LONGEST_PAUSE
              : pause.multipliedBy(2);
    }
  }

  private void hand(Route.Plain route, ReceivedMessage message)
      throws CalledOff, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      requireWanted();
      Throwable error;
      try {
        route.handler().handle(message);
        terms.log().handled(route, message, attempt);
        return;
      } catch (Exception | LinkageError | StackOverflowError failed) {
        if (failed instanceof InterruptedException) {
          requireWanted();
        }
        error = failed;
      } finally {
        // Clear this thread's interrupt, too. Otherwise its next wait would end at once, and with
        // it the batch.
        terms.threads().clear();
      }
      Optional<Duration> again = terms.retry().retryAfter(failure(message, attempt, error));
      if (again.isEmpty()) {
        terms.log().setAside(route, message, error);
        add(List.of(terms.asides().aside(route, message)));
        return;
      }
      terms.log().handlerFailed(route, message, attempt, error, again.get());
      pause(again.get());
    }
  }

  private static RetryPolicy.Failure<Object> failure(
      ReceivedMessage message, int attempt, Throwable error) {
    return new FailedAttempt<>(
        attempt, error, () -> message, Map.of(), Instant.now(), ThreadLocalRandom.current());
  }

  private void requireWanted() throws CalledOff {
    if (calledOff.getCount() == 0) {
      throw new CalledOff();
    }
  }

  private void pause(Duration pause) throws CalledOff, InterruptedException {
    if (calledOff.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new CalledOff();
    }
  }
}

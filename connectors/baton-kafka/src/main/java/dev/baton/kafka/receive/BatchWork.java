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
 * One batch of one partition on its way: its tasks are added, then its handlers are called, message
 * by message. Waits, and tries again, where the database or a handler fails. Run by one thread; any
 * may ask how far it is, or call it off.
 */
final class BatchWork implements Runnable {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final List<ReceivedMessage> messages;
  private final Terms terms;
  private final CountDownLatch calledOff = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);

  /** The offset up to which all is done: what Kafka may be told. */
  private volatile long done;

  private volatile boolean through;

  /** How far the receiving thread, which alone uses it, has told Kafka or is about to. */
  private long told;

  /** What all batches of a receiver have in common. */
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

  /** Thrown inside: the partition is another node's now, or the receiver closes. */
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
          // A mistake of ours, or of a policy: without this thread the partition would stand still.
          terms.log().broken(messages.get(0), broken);
          pause(LONGEST_PAUSE);
        }
      }
    } catch (CalledOff | InterruptedException e) {
      // What is not done is read again by whoever has the partition then.
    } finally {
      over.countDown();
    }
  }

  /**
   * All of it on this thread, each handler called once.
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

  /** Offsets below it need not be read again. */
  long done() {
    return done;
  }

  long told() {
    return told;
  }

  void tell(long offset) {
    told = offset;
  }

  /** Whether it is at its end, all done. */
  boolean isThrough() {
    return through;
  }

  /** Whether no thread is at it any more. */
  boolean isOver() {
    return over.getCount() == 0;
  }

  /** It ends after the step under way. */
  void callOff() {
    calledOff.countDown();
  }

  /** Waits for its end. */
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

  /** Until the database has taken them: what it may have taken unseen, it takes for known. */
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
        // Also for ourselves: an interrupt that it left would end our next wait, and the batch.
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

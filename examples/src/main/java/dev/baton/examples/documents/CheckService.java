package dev.baton.examples.documents;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * An external service that checks documents. It sends the result by a callback, or returns it when
 * polled.
 */
final class CheckService {
  /** Document whose callback never arrives. */
  static final String CALL_IS_LOST = "licence";

  /** Document whose poll hangs until the service has sent a callback. */
  static final String ASKING_HANGS = "permit";

  private final Map<UUID, String> received = new ConcurrentHashMap<>();
  private final CountDownLatch calledBack = new CountDownLatch(1);
  private final CountDownLatch asked = new CountDownLatch(1);

  /** Takes a document. Sending it twice under one reference is the same as sending it once. */
  void send(UUID reference, String document) {
    received.put(reference, document);
  }

  /** Returns the result, if the service has one yet. */
  Optional<String> ask(UUID reference) throws InterruptedException {
    String document = received.getOrDefault(reference, "");
    if (document.equals(ASKING_HANGS)) {
      asked.countDown();
      calledBack.await();
      return Optional.of("asked too late");
    }
    return document.equals(CALL_IS_LOST) ? Optional.of("accepted, as we asked") : Optional.empty();
  }

  /** Waits until a caller is blocked in {@link #ask}. */
  void awaitSomebodyWhoHangs() throws InterruptedException {
    if (!asked.await(30, TimeUnit.SECONDS)) {
      throw new IllegalStateException("No caller called ask");
    }
  }

  /** Lets the blocked callers continue. */
  void hangNoMore() {
    calledBack.countDown();
  }
}

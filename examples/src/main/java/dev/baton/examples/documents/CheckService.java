package dev.baton.examples.documents;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The outside service: it takes documents, and answers when it likes, by a call or when asked. */
final class CheckService {
  /** Its call back never arrives. */
  static final String CALL_IS_LOST = "licence";

  /** Who asks for it hangs until the service has called back. */
  static final String ASKING_HANGS = "permit";

  private final Map<UUID, String> received = new ConcurrentHashMap<>();
  private final CountDownLatch calledBack = new CountDownLatch(1);
  private final CountDownLatch asked = new CountDownLatch(1);

  /** Takes a document; sent twice under one reference, it is one document. */
  void send(UUID reference, String document) {
    received.put(reference, document);
  }

  /** Its answer, if it has one yet. */
  Optional<String> ask(UUID reference) throws InterruptedException {
    String document = received.getOrDefault(reference, "");
    if (document.equals(ASKING_HANGS)) {
      asked.countDown();
      calledBack.await();
      return Optional.of("asked in vain");
    }
    return document.equals(CALL_IS_LOST) ? Optional.of("accepted, as we asked") : Optional.empty();
  }

  /** Waits until somebody hangs in {@link #ask}. */
  void awaitSomebodyWhoHangs() throws InterruptedException {
    if (!asked.await(30, TimeUnit.SECONDS)) {
      throw new IllegalStateException("Nobody asked");
    }
  }

  /** Whoever hangs goes on. */
  void hangNoMore() {
    calledBack.countDown();
  }
}

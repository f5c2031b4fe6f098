package dev.baton.zookeeper;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.BackgroundCallback;
import org.apache.curator.framework.api.CuratorEvent;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;

/**
 * A few questions to ZooKeeper that must all be answered by one moment. Curator's own blocking
 * calls wait as long as their retry policy likes; a question left here may still be answered, and
 * done, later. Owned by one thread.
 */
final class Exchange {
  private final CuratorFramework client;
  private final long startNanos;
  private final Duration patience;

  /** One question, sent. */
  @FunctionalInterface
  interface Question {
    void send(CuratorFramework client, BackgroundCallback answer) throws Exception;
  }

  Exchange(CuratorFramework client, Duration patience) {
    this.client = client;
    this.startNanos = System.nanoTime();
    this.patience = patience;
  }

  /** When it began: before the first question. */
  long startNanos() {
    return startNanos;
  }

  boolean hasLastedLongerThan(Duration limit) {
    return System.nanoTime() - startNanos > limit.toNanos();
  }

  /**
   * Asks, and answers with one of the codes that are expected.
   *
   * @throws ZooKeeperUnavailableException when there is another answer, or none in time
   */
  CuratorEvent ask(Question question, Code... expected) {
    CompletableFuture<CuratorEvent> answer = new CompletableFuture<>();
    CuratorEvent event = await(question, answer);
    Code code = codeOf(event);
    List<Code> codes = Arrays.asList(expected);
    if (code != Code.OK && !codes.contains(code)) {
      throw new ZooKeeperUnavailableException(
          "ZooKeeper answered " + code, KeeperException.create(code, event.getPath()));
    }
    return event;
  }

  /** Asks, and answers whether it was done; false for one of the codes that are expected. */
  boolean does(Question question, Code... expected) {
    return codeOf(ask(question, expected)) == Code.OK;
  }

  static Code codeOf(CuratorEvent event) {
    return Code.get(event.getResultCode());
  }

  private CuratorEvent await(Question question, CompletableFuture<CuratorEvent> answer) {
    try {
      question.send(client, (theClient, event) -> answer.complete(event));
      long left = patience.toNanos() - (System.nanoTime() - startNanos);
      return answer.get(Math.max(0, left), TimeUnit.NANOSECONDS);
    } catch (TimeoutException late) {
      throw new ZooKeeperUnavailableException("ZooKeeper did not answer within " + patience, late);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ZooKeeperUnavailableException("Interrupted before ZooKeeper answered", interrupted);
    } catch (ExecutionException broken) {
      throw new ZooKeeperUnavailableException("ZooKeeper can't be asked", broken);
    } catch (Exception broken) {
      throw new ZooKeeperUnavailableException("ZooKeeper can't be asked", broken);
    }
  }
}

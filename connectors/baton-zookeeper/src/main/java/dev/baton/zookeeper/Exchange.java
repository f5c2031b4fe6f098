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
 * A few requests to ZooKeeper with a common deadline. Curator's own blocking calls wait as long as
 * their retry policy allows. A request that misses the deadline may still be executed later. Owned
 * by one thread.
 */
final class Exchange {
  private final CuratorFramework client;
  private final long startNanos;
  private final Duration patience;

  /** Sends one request. */
  @FunctionalInterface
  interface Question {
    void send(CuratorFramework client, BackgroundCallback answer) throws Exception;
  }

  Exchange(CuratorFramework client, Duration patience) {
    this.client = client;
    this.startNanos = System.nanoTime();
    this.patience = patience;
  }

  /** Returns the time when the exchange began, before the first request. */
  long startNanos() {
    return startNanos;
  }

  boolean hasLastedLongerThan(Duration limit) {
    return System.nanoTime() - startNanos > limit.toNanos();
  }

  /**
   * Sends a request and returns the response with one of the expected codes.
   *
   * @throws ZooKeeperUnavailableException if another code or no response comes in time
   */
  CuratorEvent ask(Question question, Code... expected) {
    CompletableFuture<CuratorEvent> answer = new CompletableFuture<>();
    CuratorEvent event = await(question, answer);
    Code code = codeOf(event);
    List<Code> codes = Arrays.asList(expected);
    if (code != Code.OK && !codes.contains(code)) {
      throw new ZooKeeperUnavailableException(
          "ZooKeeper responded with " + code, KeeperException.create(code, event.getPath()));
    }
    return event;
  }

  /**
   * Sends a request. Returns whether ZooKeeper did it, or false if it failed with an expected code.
   */
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
      throw new ZooKeeperUnavailableException(
          "ZooKeeper did not respond within " + patience.toMillis() + " ms", late);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ZooKeeperUnavailableException(
          "Interrupted before ZooKeeper responded", interrupted);
    } catch (ExecutionException broken) {
      throw new ZooKeeperUnavailableException("The request to ZooKeeper could not be sent", broken);
    } catch (Exception broken) {
      throw new ZooKeeperUnavailableException("The request to ZooKeeper could not be sent", broken);
    }
  }
}

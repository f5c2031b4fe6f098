package dev.baton.local.proxy;

import dev.baton.local.DatabaseAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A TCP proxy in front of a database that injects network faults. It can delay, cut and silence the
 * traffic. It can also cut a connection just before a COMMIT reaches the server, or just before its
 * response returns. Thread-safe.
 */
public final class FaultyProxy implements AutoCloseable {
  /** The protocol between clients and server. */
  public enum Protocol {
    POSTGRESQL,
    MYSQL
  }

  /** The place where the next commits are cut. */
  public enum CutAt {
    BEFORE_COMMIT,
    BEFORE_ANSWER
  }

  private final ServerSocket listener;
  private final int target;
  private final Protocol protocol;
  private final Set<ProxyLink> links = ConcurrentHashMap.newKeySet();
  private final AtomicInteger commitsToCut = new AtomicInteger();
  private volatile CutAt cutAt = CutAt.BEFORE_COMMIT;
  private volatile long delayNanos;
  private volatile boolean refusing;
  private boolean silent;

  private FaultyProxy(ServerSocket listener, int target, Protocol protocol) {
    this.listener = listener;
    this.target = target;
    this.protocol = protocol;
  }

  /** Starts a proxy in front of the server of this address. */
  public static FaultyProxy before(DatabaseAddress address) throws IOException {
    boolean postgres = address.url().startsWith("jdbc:postgresql:");
    int port = URI.create(address.url().substring("jdbc:".length())).getPort();
    return start(port, postgres ? Protocol.POSTGRESQL : Protocol.MYSQL);
  }

  /** Starts a proxy in front of a server of this machine. */
  public static FaultyProxy start(int target, Protocol protocol) throws IOException {
    ServerSocket listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    FaultyProxy proxy = new FaultyProxy(listener, target, protocol);
    ProxyLink.thread("proxy-" + proxy.port(), proxy::accept);
    return proxy;
  }

  /** Returns the port for clients. */
  public int port() {
    return listener.getLocalPort();
  }

  /** Delays each piece of the traffic by this time, in both directions; zero ends the delay. */
  public void delay(Duration time) {
    delayNanos = time.toNanos();
  }

  /** Closes every connection. New connections work. */
  public void cut() {
    links.forEach(ProxyLink::close);
  }

  /** Closes every connection, and each new one at once, while {@code on} was passed last. */
  public void refuse(boolean on) {
    refusing = on;
    if (on) {
      cut();
    }
  }

  /** Blocks all data without an error. Data sent meanwhile passes afterwards. */
  public synchronized void silence(boolean on) {
    silent = on;
    notifyAll();
  }

  /** Cuts the connections of the next {@code count} commits at this place. */
  public void cutCommits(int count, CutAt where) {
    cutAt = where;
    commitsToCut.set(count);
  }

  /** Returns the number of commits that are still to be cut. */
  public int commitsToCut() {
    return commitsToCut.get();
  }

  /** Returns whether the connection must be cut at this commit; the caller must then do it. */
  boolean takesCommit() {
    return commitsToCut.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
  }

  CutAt cutAt() {
    return cutAt;
  }

  /** Waits until a piece of the traffic may pass. */
  void pass() throws InterruptedException {
    // JDK 17 rounds a sleep to milliseconds.
    long until = System.nanoTime() + delayNanos;
    for (long left = delayNanos; left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    synchronized (this) {
      while (silent) {
        wait();
      }
    }
  }

  void forget(ProxyLink link) {
    links.remove(link);
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        open(listener.accept());
      } catch (IOException e) {
        // The proxy is closed, or the client has disconnected again.
        Thread.onSpinWait();
      }
    }
  }

  private void open(Socket client) throws IOException {
    if (refusing) {
      client.close();
      return;
    }
    try {
      Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
      ProxyLink link = new ProxyLink(this, client, server, CommitSpotter.of(protocol));
      links.add(link);
      link.start();
    } catch (IOException serverAway) {
      client.close();
    }
  }

  @Override
  public void close() {
    silence(false);
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    cut();
  }
}

package dev.baton.jdbc.notify;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens for notifications from other nodes. If its connection breaks, hangs or is closed, it
 * opens another one. It then makes its node poll, because the notifications in between are lost.
 */
final class Listener {
  private static final Logger LOG = LoggerFactory.getLogger(Listener.class);

  /** Longest wait for notifications on a connection of the pool. A stop has to wait for its end. */
  private static final Duration SLICE = Duration.ofMillis(500);

  /** Longest wait for notifications on a separate connection. A stop can interrupt it. */
  private static final Duration LONG_SLICE = Duration.ofSeconds(2);

  /**
   * If no notification has arrived for this time, the listener checks that the server still
   * responds.
   */
  private static final Duration FIRST_CHECK = Duration.ofSeconds(2);

  private static final Duration NEXT_CHECK = Duration.ofSeconds(10);

  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(2);

  /** If nothing was received on a connection for this long, the connection is closed. */
  private static final Duration SUSPICIOUS = Duration.ofSeconds(4);

  private final ChannelEndpoint station;
  private final NotificationReader intake;
  private final BackgroundThread daemon;
  private final Runnable probe;
  private final FailureSeries failures =
      new FailureSeries(LOG, "Hints from other nodes don't arrive");
  private boolean saidFromPool;
  private volatile boolean proven;
  private volatile long signNanos = BackgroundThread.nanoTime();
  private volatile @Nullable ListeningConnection current;

  /**
   * @param probe makes the sender send a message that only this node itself uses
   */
  Listener(
      ChannelEndpoint station, NotificationReader intake, BackgroundThread daemon, Runnable probe) {
    this.probe = probe;
    this.station = station;
    this.intake = intake;
    this.daemon = daemon;
  }

  /** Runs the listener until the thread stops. */
  void run() {
    while (!daemon.isStopping()) {
      try {
        listen();
      } catch (SQLException | RuntimeException e) {
        if (!daemon.isStopping()) {
          daemon.pause(failures.failed(e));
        }
      }
    }
  }

  /** Returns whether it is certain that notifications arrive here. */
  boolean isListening() {
    return proven && current != null;
  }

  /** Ends the wait for notifications by closing the connection, unless it belongs to the pool. */
  void cut() {
    ListeningConnection open = current;
    if (open != null && !open.isFromPool()) {
      open.abort();
    }
  }

  /**
   * Closes a connection that hangs in the middle of a message. The driver waits for the rest of a
   * message without a time limit.
   */
  void watch() {
    ListeningConnection open = current;
    if (open != null && BackgroundThread.nanoTime() - signNanos > SUSPICIOUS.toNanos()) {
      open.abort();
    }
  }

  private void listen() throws SQLException {
    String channel = station.namespace().channel();
    try (ListeningConnection connection =
        ListeningConnection.open(station.listening(), channel, ANSWER_WITHIN)) {
      signNanos = BackgroundThread.nanoTime();
      current = connection;
      // Read this before the probe is requested, because the sender may send the probe before this
      // thread continues.
      long sentBefore = station.counts().statements.sum();
      opened(connection);
      takeIn(connection, sentBefore);
    } finally {
      current = null;
      proven = false;
    }
  }

  private void opened(ListeningConnection connection) {
    proven = false;
    station.counts().opened.increment();
    if (connection.isFromPool() && !saidFromPool) {
      saidFromPool = true;
      LOG.info(
          "Listening for hints occupies one connection of the pool permanently, because Baton can't"
              + " open one outside the pool. Give the pool one more connection, or give the channel"
              + " a separate data source: NotifyChannel.on(...).listeningOn(...)");
    }
    // Do this the first time, too: tasks may have become ready between the first poll and LISTEN.
    intake.missedSome();
    probe.run();
  }

  private void takeIn(ListeningConnection connection, long sentBefore) throws SQLException {
    Duration slice = connection.isFromPool() ? SLICE : LONG_SLICE;
    long heardNanos = signNanos;
    boolean doubtful = false;
    while (!daemon.isStopping()) {
      List<String> payloads = connection.next(slice);
      signNanos = BackgroundThread.nanoTime();
      if (!payloads.isEmpty()) {
        intake.take(payloads);
        proven();
        heardNanos = signNanos;
      } else if (signNanos - heardNanos >= (proven ? NEXT_CHECK : FIRST_CHECK).toNanos()) {
        connection.check();
        signNanos = BackgroundThread.nanoTime();
        boolean deaf = !proven && station.counts().statements.sum() > sentBefore;
        if (deaf && doubtful) {
          throw new SQLException(ListeningConnection.DEAF);
        }
        doubtful = deaf;
        if (!deaf) {
          proven();
        }
        heardNanos = signNanos;
      }
    }
  }

  private void proven() {
    proven = true;
    failures.over();
    failures.proven();
  }
}

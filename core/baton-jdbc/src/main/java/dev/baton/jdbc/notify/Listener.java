package dev.baton.jdbc.notify;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens for what other nodes send. Whenever its connection breaks, hangs or is ended, it opens
 * another and has its node look, since what was sent in between is lost.
 */
final class Listener {
  private static final Logger LOG = LoggerFactory.getLogger(Listener.class);

  /** A stop waits no longer than this for a connection that has to go back to its pool. */
  private static final Duration SLICE = Duration.ofMillis(500);

  /** So many empty slices, and the server is asked whether it is still there. */
  private static final int SLICES_BETWEEN_CHECKS = 4;

  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(2);

  /** Without a sign of life for so long, a connection is cut. */
  private static final Duration SUSPICIOUS = Duration.ofSeconds(4);

  private final ChannelEndpoint station;
  private final NotificationReader intake;
  private final BackgroundThread daemon;
  private final Runnable probe;
  private final Outage outage = new Outage(LOG, "Hints from other nodes don't arrive");
  private boolean saidFromPool;
  private volatile boolean proven;
  private volatile long signNanos = BackgroundThread.nanoTime();
  private volatile @Nullable ListeningConnection current;

  /**
   * @param probe has the sender send something that only this node takes notice of
   */
  Listener(
      ChannelEndpoint station, NotificationReader intake, BackgroundThread daemon, Runnable probe) {
    this.probe = probe;
    this.station = station;
    this.intake = intake;
    this.daemon = daemon;
  }

  /** The body of its thread. */
  void run() {
    while (!daemon.isStopping()) {
      try {
        listen();
      } catch (SQLException | RuntimeException e) {
        if (!daemon.isStopping()) {
          daemon.pause(outage.failed(e));
        }
      }
    }
  }

  /** Whether what is sent is known to arrive here. */
  boolean isListening() {
    return proven && current != null;
  }

  /** Ends a wait for notifications, where that can be done without harm. */
  void cut() {
    ListeningConnection open = current;
    if (open != null && !open.isFromPool()) {
      open.abort();
    }
  }

  /**
   * Cuts a connection that hangs in the middle of a message: the driver waits for the rest of one
   * without end, whatever timeout it was given.
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
        ListeningConnection.open(station.settings(), channel, ANSWER_WITHIN)) {
      signNanos = BackgroundThread.nanoTime();
      current = connection;
      // Read before the probe: the sender may be done with that before this thread goes on.
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
          "Listening for hints takes one connection of the pool for good, since Baton can't tell"
              + " how to open one beside it. Give the pool one more, or the channel a data source"
              + " of its own: NotifyChannel.on(...).listeningOn(...)");
    }
    // Also the first time: tasks may have become ready after the first look, before LISTEN.
    intake.missedSome();
    probe.run();
  }

  private void takeIn(ListeningConnection connection, long sentBefore) throws SQLException {
    int empty = 0;
    boolean doubtful = false;
    while (!daemon.isStopping()) {
      List<String> payloads = connection.next(SLICE);
      signNanos = BackgroundThread.nanoTime();
      if (!payloads.isEmpty()) {
        intake.take(payloads);
        proven();
        empty = 0;
      } else if (++empty == SLICES_BETWEEN_CHECKS) {
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
        empty = 0;
      }
    }
  }

  private void proven() {
    proven = true;
    outage.over();
    outage.proven();
  }
}

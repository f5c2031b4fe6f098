package dev.baton.jdbc.notify;

import dev.baton.task.row.Candidate;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what is in the outbox: at once after an idle period, otherwise with one statement per
 * window. The sender borrows a connection for each statement, so it needs no connection while it
 * has nothing to send.
 */
final class Sender {
  private static final Logger LOG = LoggerFactory.getLogger(Sender.class);

  /**
   * Maximum number of notifications for one bucket in one window. If there are more, the sender
   * makes other nodes poll instead.
   */
  static final int MAX_MESSAGES = 32;

  /** Shortest time between two statements. The first hint after a quiet period is sent at once. */
  private static final Duration WINDOW = Duration.ofMillis(10);

  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);
  private static final Duration ROUND = Duration.ofSeconds(2);
  private static final Executor SAME_THREAD = Runnable::run;

  /**
   * Sends notifications without waiting until the log is flushed to disk. If a crash loses a
   * notification, only a hint is lost. The crash also disconnects the listeners, which then poll.
   */
  private static final String SEND =
      "SELECT pg_catalog.set_config('synchronous_commit', 'off', true),"
          + " pg_catalog.count(pg_catalog.pg_notify(?, payload))"
          + " FROM pg_catalog.unnest(?::text[]) AS payload";

  /**
   * Reads the usage of the queue. This makes PostgreSQL remove what all listeners have read.
   * Otherwise it would clean up only at the next NOTIFY, which fails while the queue is full.
   */
  private static final String TIDY = "SELECT pg_catalog.pg_notification_queue_usage()";

  private final ChannelEndpoint station;
  private final Outbox outbox;
  private final ChannelCounters counts;
  private final BackgroundThread daemon;
  private final Runnable everyRound;
  private final FailureSeries failures =
      new FailureSeries(LOG, "Hints to other nodes can't be sent");

  /**
   * @param everyRound runs in addition, at least every two seconds while the database responds
   */
  Sender(ChannelEndpoint station, Outbox outbox, BackgroundThread daemon, Runnable everyRound) {
    this.everyRound = everyRound;
    this.station = station;
    this.outbox = outbox;
    this.counts = station.counts();
    this.daemon = daemon;
  }

  /** Sends until the thread is stopped. Then it tries once to send the rest of the outbox. */
  void run() {
    boolean last = false;
    while (!last) {
      if (outbox.isEmpty()) {
        daemon.awaitWork(ROUND);
      }
      last = daemon.isStopping();
      everyRound.run();
      Outbox.Parcel parcel = outbox.take();
      if (!parcel.isEmpty()) {
        daemon.pause(send(parcel));
      }
    }
  }

  /** Sends this content. Returns how long to wait before the next statement. */
  private Duration send(Outbox.Parcel parcel) {
    try {
      List<String> payloads = payloads(parcel);
      notifyOthers(payloads);
      failures.over();
      failures.proven();
      counts.statements.increment();
      counts.messages.add(payloads.size());
      counts.sent.add(size(parcel));
      return WINDOW;
    } catch (SQLException | RuntimeException e) {
      counts.unsent.add(size(parcel));
      outbox.lost(parcel.buckets());
      // When a node stops, its pool may be closed first. Then no warning is needed.
      return daemon.isStopping() ? Duration.ZERO : failures.failed(e);
    }
  }

  private static long size(Outbox.Parcel parcel) {
    return parcel.hints().values().stream().mapToLong(List::size).sum();
  }

  private List<String> payloads(Outbox.Parcel parcel) {
    List<String> payloads = new ArrayList<>();
    for (Map.Entry<String, List<Candidate>> hints : parcel.hints().entrySet()) {
      List<String> ofBucket = Payload.of(station.name(), hints.getKey(), hints.getValue());
      if (ofBucket.isEmpty() || ofBucket.size() > MAX_MESSAGES) {
        payloads.add(Payload.look(station.name(), hints.getKey()));
      } else {
        payloads.addAll(ofBucket);
      }
    }
    parcel.looks().forEach(bucket -> payloads.add(Payload.look(station.name(), bucket)));
    parcel
        .ends()
        .forEach((kind, ids) -> payloads.addAll(CompletionPayload.of(station.name(), kind, ids)));
    return payloads;
  }

  private void notifyOthers(List<String> payloads) throws SQLException {
    try (Connection connection = station.sending().getConnection()) {
      boolean givenAutoCommit = connection.getAutoCommit();
      int givenTimeout = connection.getNetworkTimeout();
      if (!givenAutoCommit) {
        connection.setAutoCommit(true);
      }
      connection.setNetworkTimeout(SAME_THREAD, (int) ANSWER_WITHIN.toMillis());
      try {
        notifyOthers(connection, payloads);
      } finally {
        giveBack(connection, givenAutoCommit, givenTimeout);
      }
    }
  }

  private void notifyOthers(Connection connection, List<String> payloads) throws SQLException {
    if (failures.isOn()) {
      try (Statement tidy = connection.createStatement()) {
        tidy.executeQuery(TIDY).close();
      }
    }
    Array texts = connection.createArrayOf("text", payloads.toArray());
    try (PreparedStatement send = connection.prepareStatement(SEND)) {
      send.setString(1, station.namespace().channel(connection));
      send.setArray(2, texts);
      send.executeQuery().close();
    } finally {
      texts.free();
    }
  }

  /**
   * Returns a connection to the pool with its earlier settings. If a setting can't be restored, the
   * connection is broken, and the pool will notice that.
   */
  private static void giveBack(Connection connection, boolean autoCommit, int timeout) {
    try {
      connection.setNetworkTimeout(SAME_THREAD, timeout);
      if (!autoCommit) {
        connection.setAutoCommit(false);
      }
    } catch (SQLException broken) {
      LOG.debug("Could not restore the settings of the connection that sent hints", broken);
    }
  }
}

package dev.baton.jdbc.notify;

import dev.baton.spi.TriggerChannel;
import dev.baton.task.row.Candidate;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Sends hints between nodes with PostgreSQL's NOTIFY. Each node has its own channel. Thread-safe.
 *
 * <p>Hints are not part of a caller's transaction. After the commit, a separate thread sends them,
 * many in one statement. For each statement, it borrows a connection from the store's data source.
 *
 * <p>While the node runs, listening needs one connection. A client also listens, for the ends of
 * tasks. If possible, this connection is opened outside the pool, so that transactions don't lose
 * one. This works with HikariCP and with the driver's own {@code PGSimpleDataSource}. Otherwise it
 * is a connection of the pool, and the pool needs one more. LISTEN doesn't work through a pooler in
 * transaction mode, such as pgbouncer. In this case, use {@link #listeningOn(DataSource)} to bypass
 * the pooler.
 *
 * <p>While the database is unavailable, there are no hints. They resume automatically. If two nodes
 * have their tables in different schemas of one database, they don't receive each other's hints.
 */
public final class NotifyChannel implements TriggerChannel {
  private static final Duration FOR_LAST_HINTS = Duration.ofSeconds(2);
  private static final Duration FOR_THE_LISTENER = Duration.ofSeconds(2);

  /** The two threads of an open channel, and the objects that they use. */
  private record OpenChannel(
      BackgroundThread sending, BackgroundThread receiving, Outbox outbox, Listener listener) {}

  private final DataSource store;
  private final DataSource listening;
  private final ChannelCounters counts = new ChannelCounters();
  private volatile @Nullable OpenChannel running;
  private boolean closed;

  private NotifyChannel(DataSource store, DataSource listening) {
    this.store = store;
    this.listening = listening;
  }

  /**
   * Returns a channel through the database of this data source. It must be the database of the task
   * store.
   */
  public static NotifyChannel on(DataSource dataSource) {
    return new NotifyChannel(dataSource, dataSource);
  }

  /**
   * Returns a channel that listens on a connection of this data source. Its database user may be
   * another one.
   */
  public NotifyChannel listeningOn(DataSource direct) {
    return new NotifyChannel(store, direct);
  }

  @Override
  public synchronized void open(Collection<String> buckets, Receiver receiver) {
    if (closed || running != null) {
      throw new IllegalStateException("A channel is opened once, by one node");
    }
    ChannelEndpoint station =
        new ChannelEndpoint(
            store, listening, new Namespace(store), BackgroundThread.newName(), counts);
    Outbox outbox = new Outbox();
    BackgroundThread sending = new BackgroundThread();
    BackgroundThread receiving = new BackgroundThread();
    Runnable probe =
        () -> {
          outbox.lost(Set.of(Message.NO_BUCKET));
          sending.wake();
        };
    Listener listener =
        new Listener(station, new NotificationReader(station, buckets, receiver), receiving, probe);
    running = new OpenChannel(sending, receiving, outbox, listener);
    sending.start("baton-notify-send", new Sender(station, outbox, sending, listener::watch)::run);
    receiving.start("baton-notify-listen", listener::run);
  }

  @Override
  public void publish(List<Candidate> ready) {
    OpenChannel now = running;
    if (now != null && !ready.isEmpty()) {
      counts.unsent.add(now.outbox().put(ready));
      now.sending().wake();
    }
  }

  @Override
  public void publish(CompletionNotice notice) {
    OpenChannel now = running;
    if (now != null) {
      now.outbox().put(notice);
      now.sending().wake();
    }
  }

  /** Returns what this channel has done since it was created. */
  ChannelCounters counts() {
    return counts;
  }

  /** Returns whether notifications currently arrive. */
  boolean isListening() {
    OpenChannel now = running;
    return now != null && now.listener().isListening();
  }

  /** Sends the waiting hints, if this is possible within two seconds, and stops. */
  @Override
  public void close() {
    OpenChannel last;
    synchronized (this) {
      closed = true;
      last = running;
      running = null;
    }
    if (last == null) {
      return;
    }
    last.sending().beginToStop();
    last.receiving().beginToStop();
    last.listener().cut();
    last.sending().join(FOR_LAST_HINTS);
    last.receiving().join(FOR_THE_LISTENER);
  }
}

package dev.baton.examples.payouts.site;

import dev.baton.cassandra.CassandraSchema;
import dev.baton.examples.payouts.CassandraBooks;
import dev.baton.examples.payouts.PayoutNode;
import dev.baton.examples.payouts.input.CannotRun;
import dev.baton.examples.payouts.input.PayoutInput;
import dev.baton.local.cassandra.KeptCassandra;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** A Cassandra server that the demo starts. */
record CassandraSite(CassandraBooks books, String url) implements Site {
  private static final String SCHEME = "cassandra://127.0.0.1:";
  private static final int SLOTS = 16;

  /** Starts the server, or connects to the running one. */
  static CassandraSite open(Path folder, Cleanup cleanup) throws CannotRun {
    cleanup.later(lock(folder));
    KeptCassandra server;
    try {
      server = KeptCassandra.at(folder);
    } catch (IllegalStateException impossible) {
      throw new CannotRun("Can't start the embedded Cassandra: " + impossible.getMessage());
    }
    cleanup.later(server::stop);
    String url = SCHEME + server.address().getPort();
    return new CassandraSite(cleanup.later(books(url)), url);
  }

  /**
   * Locks the folder. The operating system releases the lock when this process ends for any reason.
   */
  private static FileChannel lock(Path folder) throws CannotRun {
    try {
      Files.createDirectories(folder.getParent());
      Path file = folder.resolveSibling("cassandra.lock");
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (channel.tryLock() == null) {
        channel.close();
        throw new CannotRun("Another demo is running on this database; wait for its end");
      }
      return channel;
    } catch (IOException e) {
      throw new CannotRun("Can't use " + folder + ": " + e.getMessage());
    }
  }

  static boolean isOne(String url) {
    return url.startsWith(SCHEME);
  }

  /** Connects to the server. */
  static CassandraBooks books(String url) {
    int port = Integer.parseInt(url.substring(SCHEME.length()));
    return CassandraBooks.open(new InetSocketAddress("127.0.0.1", port));
  }

  @Override
  public String name() {
    return "embedded Cassandra";
  }

  @Override
  public NodePlan plan() {
    return new NodePlan(url, "", "", SLOTS, 0);
  }

  @Override
  public Run open(PayoutInput input) {
    Optional<PayoutInput> open = books.run();
    if (open.isPresent() && open.get().digest().equals(input.digest())) {
      return Run.resumed(books::endRun);
    }
    books.makeAnew();
    CassandraSchema.create(books.session(), CassandraBooks.KEYSPACE);
    books.beginRun(input);
    return new Run(false, open.map(PayoutInput::name), books::endRun);
  }

  @Override
  public PayoutNode start() {
    return PayoutNode.start(books, SLOTS);
  }

  @Override
  public Tally tally() {
    return new CassandraTally(books);
  }
}

package dev.baton.chaos.fault;

import dev.baton.chaos.process.Links;
import dev.baton.local.LocalKafka;
import dev.baton.local.LocalZooKeeper;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The Kafka broker and the ZooKeeper server of one run, if it has them. Used by one thread. */
public final class Services implements AutoCloseable {
  private final Links links;
  private final @Nullable LocalKafka kafka;
  private final @Nullable LocalZooKeeper zooKeeper;

  private Services(Links links, @Nullable LocalKafka kafka, @Nullable LocalZooKeeper zooKeeper) {
    this.kafka = kafka;
    this.zooKeeper = zooKeeper;
    this.links =
        links.at(
            kafka == null ? "" : kafka.bootstrap(),
            zooKeeper == null ? "" : zooKeeper.connectString());
  }

  /** Returns the services of a run that has only a database. */
  public static Services none() {
    return new Services(Links.usual(), null, null);
  }

  /** Starts the services that these links need. */
  public static Services start(Links links) {
    LocalKafka kafka = links.hints() == Links.Hints.KAFKA ? LocalKafka.temporary(Map.of()) : null;
    try {
      LocalZooKeeper zooKeeper =
          links.leaders() == Links.Leaders.ZOOKEEPER ? LocalZooKeeper.temporary(Map.of()) : null;
      return new Services(links, kafka, zooKeeper);
    } catch (RuntimeException broken) {
      if (kafka != null) {
        kafka.stop();
      }
      throw broken;
    }
  }

  /** Returns the links with the addresses of the started services. */
  public Links links() {
    return links;
  }

  LocalKafka kafka() {
    return Optional.ofNullable(kafka)
        .orElseThrow(() -> new IllegalStateException("This run doesn't use Kafka"));
  }

  LocalZooKeeper zooKeeper() {
    return Optional.ofNullable(zooKeeper)
        .orElseThrow(() -> new IllegalStateException("This run doesn't use ZooKeeper"));
  }

  @Override
  public void close() {
    if (kafka != null) {
      kafka.stop();
    }
    if (zooKeeper != null) {
      zooKeeper.stop();
    }
  }
}

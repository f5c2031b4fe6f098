package dev.baton.local.cassandra;

import dev.baton.local.Host;
import dev.baton.local.KillableServer;
import dev.baton.local.Patience;
import dev.baton.local.network.LocalNetwork;
import java.math.BigInteger;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Three Apache Cassandra servers that form one cluster, on 127.0.0.1 to 127.0.0.3 and one port. (On
 * macOS create the last two addresses first: {@code sudo ifconfig lo0 alias 127.0.0.2 up}.) A test
 * can kill, pause and start each server separately. Several threads may use the cluster, but only
 * one may kill or start servers at a time.
 */
public final class LocalCassandraCluster implements AutoCloseable {
  private static final int SIZE = 3;
  private static final BigInteger TOKENS = BigInteger.ONE.shiftLeft(64);

  private final List<LocalCassandra> members;

  private LocalCassandraCluster(List<LocalCassandra> members) {
    this.members = members;
  }

  /** Starts three servers. Returns when each of them reaches the others. */
  public static LocalCassandraCluster ofThree() {
    return on(
        IntStream.range(0, SIZE).mapToObj(i -> new Host("127.0.0." + (i + 1), List.of())).toList());
  }

  /** Starts three servers on separate hosts: the first three of that network. */
  public static LocalCassandraCluster ofThree(LocalNetwork network) {
    return on(IntStream.range(0, SIZE).mapToObj(network::host).toList());
  }

  private static LocalCassandraCluster on(List<Host> hosts) {
    int port = KillableServer.freePort();
    int storagePort = KillableServer.freePort();
    String seeds =
        hosts.stream()
            .map(host -> host.address() + ":" + storagePort)
            .collect(Collectors.joining(","));
    List<LocalCassandra> members = new ArrayList<>();
    LocalCassandraCluster cluster = new LocalCassandraCluster(members);
    try {
      for (int i = 0; i < SIZE; i++) {
        LocalCassandra.Place place = new LocalCassandra.Place(hosts.get(i), port, storagePort);
        members.add(LocalCassandra.member(place, token(i), seeds));
        members.get(i).restart();
      }
      cluster.awaitAll();
      return cluster;
    } catch (RuntimeException broken) {
      cluster.close();
      throw broken;
    }
  }

  /** Returns the addresses for clients. They do not change during the life of this object. */
  public List<InetSocketAddress> addresses() {
    return members.stream().map(LocalCassandra::address).toList();
  }

  /** Returns one of the three servers, counted from 0. */
  public LocalCassandra member(int index) {
    return members.get(index);
  }

  /** Waits until all three run and each reaches the others. */
  public void awaitAll() {
    for (InetSocketAddress address : addresses()) {
      if (!Patience.until(() -> CqlProbe.reachesAll(address))) {
        throw new IllegalStateException("The Cassandra server " + address + " is alone");
      }
    }
  }

  /** Kills all three servers and deletes their data. They can't be started again. */
  @Override
  public void close() {
    members.forEach(LocalCassandra::stop);
  }

  /**
   * Returns the first token of a server. Each server has a third of all tokens, which begin at
   * -2^63 + 1.
   */
  private static long token(int index) {
    return TOKENS
        .multiply(BigInteger.valueOf(index))
        .divide(BigInteger.valueOf(SIZE))
        .add(BigInteger.valueOf(Long.MIN_VALUE + 1))
        .longValueExact();
  }
}

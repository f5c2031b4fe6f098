package dev.baton.chaos.failover;

import dev.baton.local.network.LocalNetwork;
import java.util.concurrent.TimeUnit;

/** A PostgreSQL primary and its synchronous standby, each on a separate host. */
final class SeparatePair extends PostgresPair {
  private static final int PRIMARY = 0;

  private final LocalNetwork network;

  private SeparatePair(LocalNetwork network) throws Exception {
    super(network.host(PRIMARY), network.host(1));
    this.network = network;
    waitForTheStandby();
  }

  static SeparatePair start() throws Exception {
    return new SeparatePair(LocalNetwork.of(2));
  }

  /** Cuts the primary and the standby off from each other; clients reach both. */
  void divide() {
    network.cutOffFromHosts(PRIMARY, true);
  }

  /** Cuts the primary off from all hosts until long after the standby was promoted. */
  void failOverBehindTheNetwork(Load load) throws Exception {
    network.cutOff(PRIMARY, true);
    promote();
    load.more(Trial.LOAD);
    network.cutOff(PRIMARY, false);
    TimeUnit.SECONDS.sleep(3);
    killPrimary();
  }

  @Override
  public void close() {
    super.close();
    network.close();
  }
}

package dev.baton.zookeeper;

import dev.baton.local.LocalZooKeeper;
import dev.baton.spi.Leadership;
import dev.baton.tck.contract.cluster.LeadershipContract;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

class ZooKeeperLeadershipTest extends LeadershipContract {
  private static final Duration SESSION = Duration.ofSeconds(8);

  private Clients clients;
  private Leadership leadership;

  @BeforeEach
  void connect() throws Exception {
    clients = new Clients(LocalZooKeeper.temporary().connectString(), SESSION);
    leadership =
        new PatientLeadership(ZooKeeperLeadership.on(clients.connected(), "/" + UUID.randomUUID()));
  }

  @AfterEach
  void disconnect() {
    clients.close();
  }

  @Override
  protected Leadership leadership() {
    return leadership;
  }

  @Override
  protected void passATerm() throws Exception {
    TimeUnit.MILLISECONDS.sleep(SESSION.toMillis() / 2 + 10);
  }
}

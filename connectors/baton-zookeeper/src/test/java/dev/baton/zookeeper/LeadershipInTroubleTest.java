package dev.baton.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.local.LocalZooKeeper;
import dev.baton.spi.Leadership;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("deep")
class LeadershipInTroubleTest {
  private static final Duration SESSION = Duration.ofSeconds(4);
  private static final Duration LONG_SESSION = Duration.ofSeconds(60);

  /** A call gives up after about a session timeout instead of waiting for the server. */
  private static final Duration NOT_LONG = Duration.ofSeconds(40);

  private static final UUID ONE = new UUID(0, 1);
  private static final UUID OTHER = new UUID(0, 2);

  private final LocalZooKeeper server = LocalZooKeeper.temporary();
  private final Clients clients = new Clients(server.connectString(), SESSION);
  private final String seats = "/" + UUID.randomUUID();

  @AfterEach
  void stop() {
    clients.close();
  }

  @Test
  void killedLeaderIsReplacedOnlyAfterItsTerm() throws Exception {
    Leadership other = ZooKeeperLeadership.on(clients.connected(), seats);
    try (Victim leader = Victim.holding("LEAD", server.connectString(), SESSION, seats)) {
      assertThat(leads(other, OTHER)).isFalse();
      leader.kill();
      long killed = System.nanoTime();
      Waiting.until("the other leads", () -> leads(other, OTHER));
      long now = System.nanoTime();

      Duration sinceItLed = Duration.ofNanos(now - leader.sinceNanos());
      assertThat(sinceItLed).isGreaterThan(SESSION.dividedBy(2));
      System.out.println(
          "figure: a new leader "
              + Duration.ofNanos(now - killed).toMillis()
              + " ms after the old one was killed; session timeout "
              + SESSION.toMillis()
              + " ms");
    }
  }

  @Test
  void pausedServerBlocksNoCallAndKeepsTheLeader() throws Exception {
    Leadership leadership = ZooKeeperLeadership.on(clients.connected(), seats);
    Waiting.until("it leads", () -> leads(leadership, ONE));
    server.pause();
    long start = System.nanoTime();
    assertThatThrownBy(() -> leadership.lead("sweep", ONE))
        .isInstanceOf(ZooKeeperUnavailableException.class);
    assertThatThrownBy(() -> leadership.resign("prune", ONE))
        .isInstanceOf(ZooKeeperUnavailableException.class);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(NOT_LONG);
    server.goOn();
    Waiting.until("it is led again", () -> leads(leadership, ONE));
  }

  @Test
  void dutyPausesWhileTheServerIsDown() throws Exception {
    Leadership one = ZooKeeperLeadership.on(clients.connected(), seats);
    Leadership other = ZooKeeperLeadership.on(clients.connected(), seats);
    Waiting.until("one leads", () -> leads(one, ONE));
    server.kill();
    Waiting.until("one has noticed", () -> isUnavailable(one, ONE));
    Waiting.until("the other has noticed", () -> isUnavailable(other, OTHER));
    server.start();
    Waiting.until("somebody leads", () -> leads(one, ONE) || leads(other, OTHER));
  }

  @Test
  void missingServerIsTriedAgainUntilItStarts() throws Exception {
    server.kill();
    Leadership leadership = ZooKeeperLeadership.on(clients.started(), seats);
    assertThat(isUnavailable(leadership, ONE)).isTrue();
    server.start();
    Waiting.until("it leads", () -> leads(leadership, ONE));
  }

  @Test
  void nodeKeepsItsSeatInANewSession() throws Exception {
    CuratorFramework client = clients.connected();
    Leadership one = ZooKeeperLeadership.on(client, seats);
    Waiting.until("one leads", () -> leads(one, ONE));
    long old = client.getZookeeperClient().getZooKeeper().getSessionId();

    client.getZookeeperClient().getZooKeeper().getTestable().injectSessionExpiration();
    Waiting.until(
        "there is a new session", () -> sessionOf(client) != 0 && sessionOf(client) != old);
    Waiting.until("it leads", () -> leads(one, ONE));

    byte[] seat = client.getData().forPath(seats + "/sweep/seat");
    long owner = client.checkExists().forPath(seats + "/sweep/seat").getEphemeralOwner();
    assertThat(new String(seat, StandardCharsets.UTF_8)).startsWith(ONE + " ");
    assertThat(owner).isEqualTo(sessionOf(client));
  }

  @Test
  void closedClientReleasesItsSeatAtOnce() throws Exception {
    try (Clients patient = new Clients(server.connectString(), LONG_SESSION)) {
      CuratorFramework client = patient.connected();
      Leadership one = ZooKeeperLeadership.on(client, seats);
      Leadership other = ZooKeeperLeadership.on(patient.connected(), seats);
      Waiting.until("one leads", () -> leads(one, ONE));
      client.close();
      Duration took = Waiting.until("the other leads", () -> leads(other, OTHER));
      assertThat(took).as("long before the term is over").isLessThan(LONG_SESSION.dividedBy(3));
    }
  }

  private static long sessionOf(CuratorFramework client) {
    try {
      return Session.of(client).id();
    } catch (ZooKeeperUnavailableException notYet) {
      return 0;
    }
  }

  private static boolean leads(Leadership leadership, UUID node) {
    try {
      return leadership.lead("sweep", node).isPresent();
    } catch (ZooKeeperUnavailableException notYet) {
      return false;
    }
  }

  private static boolean isUnavailable(Leadership leadership, UUID node) {
    try {
      leadership.lead("sweep", node);
      return false;
    } catch (ZooKeeperUnavailableException yes) {
      return true;
    }
  }
}

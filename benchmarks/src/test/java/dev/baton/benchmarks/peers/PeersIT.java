package dev.baton.benchmarks.peers;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.Contender;
import dev.baton.benchmarks.Site;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalMariaDb;
import dev.baton.local.LocalPostgres;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class PeersIT {
  private static final Map<String, Supplier<Contender>> PEERS = new TreeMap<>(Peers.all());

  @TestFactory
  Stream<DynamicTest> eachPeerRunsEachJobOnPostgres() {
    return PEERS.entrySet().stream()
        .map(
            peer ->
                DynamicTest.dynamicTest(
                    peer.getKey(),
                    () -> check(peer.getValue(), LocalPostgres.temporary().newDatabase(), false)));
  }

  @TestFactory
  Stream<DynamicTest> thoseThatWorkOnMariaDbRunEachJobThere() {
    return PEERS.entrySet().stream()
        .filter(peer -> peer.getValue().get().abilities().contains(Ability.MARIADB))
        .map(
            peer ->
                DynamicTest.dynamicTest(
                    peer.getKey(),
                    () -> check(peer.getValue(), LocalMariaDb.temporary().newDatabase(), true)));
  }

  private static void check(Supplier<Contender> contender, DatabaseAddress address, boolean mariaDb)
      throws Exception {
    try (HikariDataSource pool = pool(address)) {
      new ContenderCheck(contender, site(address, pool, mariaDb)).run();
    }
  }

  private static Site site(DatabaseAddress address, HikariDataSource pool, boolean mariaDb) {
    return new Site(
        mariaDb, address.url(), address.user(), address.password(), pool, 4, 4, 0, false);
  }

  private static HikariDataSource pool(DatabaseAddress address) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(address.url());
    config.setUsername(address.user());
    config.setPassword(address.password());
    config.setMaximumPoolSize(12);
    return new HikariDataSource(config);
  }
}

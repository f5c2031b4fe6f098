package dev.baton.benchmarks.peers;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.Contender;
import dev.baton.local.LocalMariaDb;
import dev.baton.local.LocalPostgres;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

@Tag("deep")
class PeersIT {
  private static final Map<String, Supplier<Contender>> PEERS =
      new TreeMap<>(
          Map.of(
              "db-scheduler-fetch", DbSchedulerFetch::new,
              "db-scheduler-lock", DbSchedulerLock::new,
              "jobrunr", JobRunr::new,
              "quartz", Quartz::new,
              "transaction-outbox", Outbox::new));

  @TestFactory
  Stream<DynamicTest> eachPeerRunsEachJobOnPostgres() {
    return PEERS.entrySet().stream()
        .map(
            peer ->
                DynamicTest.dynamicTest(
                    peer.getKey(),
                    () ->
                        ContenderCheck.on(
                            LocalPostgres.temporary().newDatabase(),
                            false,
                            peer.getValue(),
                            true)));
  }

  @TestFactory
  Stream<DynamicTest> thoseThatWorkOnMariaDbRunEachJobThere() {
    return PEERS.entrySet().stream()
        .filter(peer -> peer.getValue().get().abilities().contains(Ability.MARIADB))
        .map(
            peer ->
                DynamicTest.dynamicTest(
                    peer.getKey(),
                    () ->
                        ContenderCheck.on(
                            LocalMariaDb.temporary().newDatabase(), true, peer.getValue(), true)));
  }
}

package dev.baton.chaos.failover;

import dev.baton.local.LocalGalera;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests a member of a Galera cluster that fails under load: what is lost and what is repeated. */
@Tag("deep")
@Execution(ExecutionMode.SAME_THREAD)
final class GaleraIT {

  @BeforeAll
  static void isInstalled() {
    Assumptions.assumeTrue(
        LocalGalera.isInstalled(), "Galera isn't installed: install Debian's package galera-4");
  }

  @Test
  void killedWriterLosesNoCommit() throws Exception {
    Trial.of("Galera, one writer, kill -9", Galera::oneWriter)
        .losesNothing((galera, load) -> galera.killFirst());
  }

  @Test
  void killedWriterOfThreeLosesNoCommit() throws Exception {
    Trial.of("Galera, three writers, kill -9", Galera::threeWriters)
        .losesNothing((galera, load) -> galera.killFirst());
  }

  @Test
  void pausedWriterThatReturnsLosesNoCommit() throws Exception {
    stopAndComeBack("Galera, one writer, SIGSTOP and return", Galera::oneWriter);
  }

  @Test
  void pausedWriterOfThreeThatReturnsLosesNoCommit() throws Exception {
    stopAndComeBack("Galera, three writers, SIGSTOP and return", Galera::threeWriters);
  }

  @Test
  void isolatedWriterLosesNoCommit() throws Exception {
    beCutOff("Galera, one writer, cut off and back", Galera::oneWriter);
  }

  @Test
  void isolatedWriterOfThreeLosesNoCommit() throws Exception {
    beCutOff("Galera, three writers, cut off and back", Galera::threeWriters);
  }

  private static void stopAndComeBack(String name, Callable<Galera> servers) throws Exception {
    Trial.of(name, servers)
        .losesNothing(
            (galera, load) -> {
              galera.stopFirst();
              load.more(Trial.LOAD);
              galera.letFirstGoOn();
              TimeUnit.SECONDS.sleep(3);
            });
  }

  private static void beCutOff(String name, Callable<Galera> servers) throws Exception {
    Trial.of(name, servers)
        .losesNothing(
            (galera, load) -> {
              galera.cutFirstOff(true);
              load.more(Trial.LOAD);
              galera.cutFirstOff(false);
              load.more(Trial.LOAD);
            });
  }
}

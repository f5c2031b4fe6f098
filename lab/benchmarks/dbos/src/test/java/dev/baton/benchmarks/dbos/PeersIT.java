package dev.baton.benchmarks.dbos;

import dev.baton.benchmarks.peers.ContenderCheck;
import dev.baton.local.LocalPostgres;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("deep")
class PeersIT {
  @Test
  void dbosRunsEachJobOnPostgres() throws Exception {
    ContenderCheck.on(LocalPostgres.temporary().newDatabase(), false, Dbos::new, false);
  }
}

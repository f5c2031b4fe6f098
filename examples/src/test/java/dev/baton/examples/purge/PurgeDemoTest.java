package dev.baton.examples.purge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PurgeDemoTest {
  @Test
  void demoPrintsWhatHappened() throws Exception {
    assertThat(PurgeDemo.run())
        .containsExactly(
            "two requests to purge X make one task: true",
            "a purge of Y makes another task: true",
            "the whole cluster has one clean-up: true",
            "the second caller gets the result too: Purged[table=X, files=9]",
            "cleaned up",
            "cleaned up",
            "purged X of snapshots [1, 2, 3]",
            "purged Y of snapshots [7]");
  }
}

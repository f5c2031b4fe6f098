package dev.baton.examples.purge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PurgeDemoTest {
  @Test
  void theStoryIsTold() throws Exception {
    assertThat(PurgeDemo.run())
        .containsExactly(
            "two purges of X are one task: true",
            "a purge of Y is another: true",
            "there is one clean-up in the cluster: true",
            "who submitted second is answered too: Purged[table=X, files=9]",
            "cleaned up",
            "cleaned up",
            "purged X of snapshots [1, 2, 3]",
            "purged Y of snapshots [7]");
  }
}

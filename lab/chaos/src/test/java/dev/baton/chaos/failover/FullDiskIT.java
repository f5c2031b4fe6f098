package dev.baton.chaos.failover;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests a service while the disk of the tables is full. */
@Tag("deep")
@Execution(ExecutionMode.SAME_THREAD)
final class FullDiskIT {

  @Test
  void everythingWaitsWhileTheDiskIsFullAndContinuesWhenThereIsRoom() throws Exception {
    Assumptions.assumeTrue(SmallDisk.canMount(), "Mounting a small disk needs root's rights");
    Trial.of("disk of the tables full for 8 s", SmallDisk::new)
        .losesNothing(
            (server, load) -> {
              server.fill();
              TimeUnit.SECONDS.sleep(3);
              int before = load.count();
              TimeUnit.SECONDS.sleep(5);
              assertThat(load.count()).as("acknowledged").isEqualTo(before);
              server.makeRoom();
            });
  }
}

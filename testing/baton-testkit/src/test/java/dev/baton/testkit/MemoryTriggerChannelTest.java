package dev.baton.testkit;

import dev.baton.spi.TriggerChannel;
import dev.baton.testkit.contract.cluster.TriggerChannelContract;

class MemoryTriggerChannelTest extends TriggerChannelContract {
  private final MemoryTriggerHub hub = new MemoryTriggerHub();

  @Override
  protected TriggerChannel channel() {
    return hub.channel();
  }
}

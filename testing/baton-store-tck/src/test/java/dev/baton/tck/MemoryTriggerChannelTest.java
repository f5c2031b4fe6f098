package dev.baton.tck;

import dev.baton.spi.TriggerChannel;
import dev.baton.tck.contract.cluster.TriggerChannelContract;

class MemoryTriggerChannelTest extends TriggerChannelContract {
  private final MemoryTriggerHub hub = new MemoryTriggerHub();

  @Override
  protected TriggerChannel channel() {
    return hub.channel();
  }
}

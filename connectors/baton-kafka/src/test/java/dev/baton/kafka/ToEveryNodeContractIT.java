package dev.baton.kafka;

import dev.baton.spi.TriggerChannel;
import dev.baton.tck.contract.cluster.TriggerChannelContract;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;

class ToEveryNodeContractIT extends TriggerChannelContract {
  @BeforeAll
  static void makeTopics() throws Exception {
    // Waits for both topics. Otherwise a channel may listen to one before the other exists.
    TestBroker.createTopic("baton.every.default", 2);
    TestBroker.createTopic("baton.every.b-1", 2);
  }

  @Override
  protected TriggerChannel channel() {
    return new Listening(TestBroker.channel("every").build());
  }

  @Override
  protected Duration patience() {
    return Waiting.PATIENCE;
  }

  @Override
  protected boolean carriesEnds() {
    return false;
  }
}

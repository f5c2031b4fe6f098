package dev.baton.kafka;

import dev.baton.spi.TriggerChannel;
import dev.baton.tck.contract.cluster.TriggerChannelContract;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;

class ToEveryNodeContractIT extends TriggerChannelContract {
  @BeforeAll
  static void makeTopics() throws Exception {
    // Of both topics at once: else a channel may listen to the one before the other is there.
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

package dev.baton.kafka;

import dev.baton.spi.TriggerChannel;
import dev.baton.tck.contract.cluster.TriggerChannelContract;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;

/**
 * Runs the contract with each node alone in its group, where it must behave like the delivery to
 * every node.
 */
class ToOneNodeContractIT extends TriggerChannelContract {
  @BeforeAll
  static void makeTopics() throws Exception {
    TestBroker.createTopic("baton.one.default", 2);
    TestBroker.createTopic("baton.one.b-1", 2);
  }

  @Override
  protected TriggerChannel channel() {
    String group = "alone-" + UUID.randomUUID();
    return new Listening(TestBroker.channel("one").toOneNode(group).build());
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

package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cluster.BucketOptions;
import dev.baton.engine.runtime.SystemRuntime;
import dev.baton.jdbc.OperatorConnections;
import dev.baton.operate.incident.IncidentNotice;
import dev.baton.operate.incident.IncidentSink;
import dev.baton.operate.incident.Incidents;
import dev.baton.spi.Leadership;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.TriggerChannel;
import dev.baton.spring.error.BatonSetupException;
import dev.baton.tck.MemoryTriggerHub;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Types of which the node uses exactly one bean. */
class SingleBeansTest {
  private final ApplicationContextRunner runner = TestContexts.onH2();

  static Stream<Arguments> kinds() {
    return Stream.of(
        Arguments.of(TriggerChannel.class, (Supplier<?>) TriggerChannel::none),
        Arguments.of(Leadership.class, (Supplier<?>) Leadership::none),
        Arguments.of(NodeRuntime.class, (Supplier<?>) () -> new SystemRuntime(4, true)),
        Arguments.of(Incidents.class, (Supplier<?>) () -> Incidents.to(new Nowhere())),
        Arguments.of(OperatorConnections.class, (Supplier<?>) OperatorConnections::usual));
  }

  private static final class Nowhere implements IncidentSink {
    @Override
    public String name() {
      return "nowhere";
    }

    @Override
    public Answer deliver(IncidentNotice notice) {
      return new Answer.Accepted();
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  <T> void severalWithoutAPrimaryOneAreRefusedByName(Class<T> type, Supplier<T> made) {
    runner
        .withBean("left", type, made)
        .withBean("right", type, made)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .isInstanceOf(BatonSetupException.class)
                    .hasMessageContaining(type.getSimpleName())
                    .hasMessageContaining("left, right")
                    .hasMessageContaining("@Primary"));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  <T> void severalWithAPrimaryOneAreTaken(Class<T> type, Supplier<T> made) {
    runner
        .withBean("left", type, made)
        .withBean("right", type, made, definition -> definition.setPrimary(true))
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void nodeUsesThePrimaryOfSeveralBeans() {
    MemoryTriggerHub hub = new MemoryTriggerHub();
    TriggerChannel primary = hub.channel();
    runner
        .withBean("left", TriggerChannel.class, TriggerChannel::none)
        .withBean(
            "right", TriggerChannel.class, () -> primary, definition -> definition.setPrimary(true))
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              assertThatThrownBy(() -> primary.open(List.of(), ready -> {}))
                  .hasMessage("The channel is already open");
            });
  }

  @Test
  void twoOptionsBeansOfOneBucketAreRefused() {
    runner
        .withBean("small", BucketOptions.class, () -> BucketOptions.named("mail").claimBatch(3))
        .withBean("large", BucketOptions.class, () -> BucketOptions.named("mail").claimBatch(9))
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .isInstanceOf(BatonSetupException.class)
                    .hasMessageContaining("bucket mail")
                    .hasMessageContaining("small, large"));
  }
}

package dev.baton.examples.testing;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskType;
import dev.baton.handler.TaskDefinition;
import dev.baton.limit.Limit;
import dev.baton.test.BatonExtension;
import dev.baton.test.TestBaton;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LimitTest {
  // region limit
  private static final TaskType<String, Void> PAY_OUT = TaskType.of("PAY_OUT", String.class);

  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicInteger mostCalls = new AtomicInteger();
  private TestBaton cluster;

  @RegisterExtension
  final BatonExtension extension =
      BatonExtension.inMemory(
          b ->
              b.define(
                  TaskDefinition.of(PAY_OUT)
                      .handler((payout, attempt) -> callBank())
                      .limits(Limit.node(2).perKey())));

  @BeforeEach
  void keepForTheHandler(TestBaton baton) {
    cluster = baton;
  }

  private void callBank() throws InterruptedException {
    mostCalls.accumulateAndGet(calls.incrementAndGet(), Math::max);
    cluster.sleep(Duration.ofSeconds(10)); // meanwhile other tasks may start
    calls.decrementAndGet();
  }

  @Test
  void bankGetsAtMostTwoCallsForPartnerAtTheSameTime(TestBaton baton) {
    for (int i = 0; i < 5; i++) {
      baton.add(PAY_OUT.with("payout " + i).key("ada"));
    }
    baton.drain();
    assertThat(mostCalls).hasValue(2);
    assertThat(baton).hasDoneEverything();
  }
  // endregion
}

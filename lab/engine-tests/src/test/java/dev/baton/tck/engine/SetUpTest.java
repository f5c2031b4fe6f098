package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.api.error.ConfigurationException;
import dev.baton.cluster.BucketOptions;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.OnLost;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.limit.Limit;
import dev.baton.spi.Stores;
import dev.baton.spi.TaskStore;
import dev.baton.tck.MemoryLeadership;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTransactions;
import java.lang.reflect.Proxy;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/**
 * Tests that an invalid configuration is refused before anything starts, with a helpful message.
 */
final class SetUpTest {
  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final TaskDefinition<?, ?> definition = RawDefinition.of("T", attempt -> Outcome.done());

  @Test
  void aNodeNeedsTransactionsAndLeadership() {
    MemoryTransactions transactions = new MemoryTransactions(store);
    refused(() -> Baton.builder(Stores.of(store)).start(), "A node needs transactions");
    refused(
        () -> Baton.builder(Stores.of(store)).transactions(transactions).start(),
        "A node needs leadership");
  }

  @Test
  void aTypeHasOneDefinition() {
    refused(() -> complete().define(definition, definition).start(), "The type T is defined twice");
  }

  @Test
  void aPrefixHasOneDefinition() {
    TaskDefinition<?, ?> prefix = definition.asPrefix();
    TaskDefinition<?, ?> longer = RawDefinition.of("T|X", attempt -> Outcome.done());
    refused(() -> complete().define(prefix, prefix).start(), "The type T is defined twice");
    refused(
        () -> complete().define(definition, longer.alsoFor("T")).start(),
        "The type T is defined twice");
  }

  @Test
  void aBucketIsListedOnce() {
    BucketOptions options = BucketOptions.named("payouts");
    refused(() -> complete().bucket(options).bucket(options), "bucket payouts is listed twice");
  }

  @Test
  void settingsThatCannotWorkAreRefusedWhereTheyAreMade() {
    NodeSettings sound = NodeSettings.defaults();
    refused(() -> sound.lease(Duration.ofMillis(10)), "lease must be between 300 ms and");
    refused(() -> sound.poll(Duration.ZERO), "poll must be between");
    refused(() -> sound.sweep(Duration.ofMinutes(2)), "sweep must be between");
    refused(() -> sound.hintExpiry(Duration.ZERO), "hintExpiry must be between");
    refused(() -> sound.maxRunning(0), "maxRunning must be between 1 and");
    refused(() -> sound.completionBatch(1_001), "completionBatch must be between");
    refused(() -> sound.shutdown(Duration.ofSeconds(-1)), "shutdown must be between");
    refused(() -> sound.keepDone(Duration.ofSeconds(-1)), "keepDone must be between");
    refused(() -> sound.keepFailed(Duration.ZERO), "keepFailed must be between");
    refused(() -> sound.unknownTypeGrace(Duration.ZERO), "unknownTypeGrace must be between");
  }

  @Test
  void bucketsLimitsRetriesAndDefinitionsThatCannotWorkAreRefused() {
    refused(() -> BucketOptions.named("b").lookAhead(1, 10), "lookAheadPerFlow of at least 2");
    refused(() -> BucketOptions.named("b").lookAhead(10, 9), "lookAheadTotal of at least");
    refused(() -> BucketOptions.named("b").claimBatch(0), "claimBatch of 1-1000");
    refused(() -> Limit.node(0), "at least one slot");
    refused(() -> Limit.node(0).perKey(), "at least one slot");
    refused(() -> Retry.fixed(Duration.ofSeconds(-1)), "A delay must be between");
    refused(() -> Retry.never().maxAttempts(0), "maxAttempts must be at least 1, not 0");
    refused(() -> definition.deadline(Duration.ZERO), "A deadline must be positive");
    refused(() -> definition.deadline(Duration.ofSeconds(Long.MAX_VALUE)), "at most 3650 days");
    refused(() -> definition.keepDone(Duration.ofSeconds(Long.MAX_VALUE)), "to 3650 days");
    refused(() -> OnLost.resume(0), "To allow no loss, use OnLost.stop()");
    refused(() -> definition.keepDone(Duration.ofSeconds(-1)), "retention");
  }

  @Test
  void aStoreThatCannotBeUsedStopsTheStart() {
    TaskStore unusable =
        (TaskStore)
            Proxy.newProxyInstance(
                TaskStore.class.getClassLoader(),
                new Class<?>[] {TaskStore.class},
                (proxy, method, arguments) -> {
                  throw new ConfigurationException("The schema is missing: run the migrations");
                });
    assertThatThrownBy(() -> complete().stores(s -> s.tasks(unusable)).start())
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("The schema is missing: run the migrations");
  }

  private Baton.Builder complete() {
    return Baton.builder(Stores.of(store))
        .transactions(new MemoryTransactions(store))
        .leadership(new MemoryLeadership(LivedTime.CLOCK, Duration.ofSeconds(1)));
  }

  private static void refused(ThrowingCallable attempt, String... words) {
    assertThatThrownBy(attempt)
        .isInstanceOfAny(IllegalArgumentException.class, IllegalStateException.class)
        .hasMessageContainingAll(words);
  }
}

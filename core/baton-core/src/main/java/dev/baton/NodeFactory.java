package dev.baton;

import dev.baton.cluster.NodeRole;
import dev.baton.cluster.NodeSettings;
import dev.baton.engine.Node;
import dev.baton.engine.attempt.note.ChildCancellation;
import dev.baton.engine.base.Activity;
import dev.baton.engine.base.Definitions;
import dev.baton.engine.base.Events;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.base.Owners;
import dev.baton.engine.base.Pauses;
import dev.baton.engine.base.StoreClock;
import dev.baton.engine.cluster.NodeIdentity;
import dev.baton.engine.cluster.Version;
import dev.baton.engine.runtime.MachineName;
import dev.baton.engine.runtime.SystemRuntime;
import dev.baton.engine.schedule.Scheduling;
import dev.baton.handler.internal.Definition;
import dev.baton.schedule.Schedule;
import dev.baton.spi.Leadership;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.Stores;
import dev.baton.spi.TransactionalStore;
import dev.baton.spi.Transactions;
import dev.baton.spi.TriggerChannel;
import dev.baton.task.rule.NodeStart;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Creates a node from its builder. Use an instance once. */
final class NodeFactory {
  private final Baton.Builder builder;

  NodeFactory(Baton.Builder builder) {
    this.builder = builder;
  }

  private SystemRuntime systemRuntime(NodeSettings settings) {
    return settings.hasThreadPool()
        ? new SystemRuntime(settings.maxRunning(), settings.hasVirtualThreads())
        : SystemRuntime.withoutPool(settings.hasVirtualThreads());
  }

  Baton start() {
    Stores theStores = builder.storeChange.apply(builder.store.open());
    Transactions theTransactions =
        theStores.transactional() == null
            ? Transactions.none()
            : given(builder.transactions, theStores.transactions(), "transactions");
    Leadership theLeadership =
        builder.role == NodeRole.CLIENT && builder.incidents == null
            ? Leadership.none()
            : given(builder.leadership, theStores.leadership(), "leadership");
    TriggerChannel theChannel = builder.channel == null ? theStores.channel() : builder.channel;
    NodeSettings theSettings = settings(theStores, theChannel);
    NodeRuntime theRuntime = builder.runtime == null ? systemRuntime(theSettings) : builder.runtime;
    if (builder.definitions.stream().anyMatch(Definition::cancelsChildren)) {
      builder.definitions.add(ChildCancellation.definition());
    }
    builder.definitions.replaceAll(definition -> definition.storedBy(builder.codec));
    Definitions known = new Definitions(builder.definitions);
    NodeIdentity place =
        new NodeIdentity(
            theStores.cluster(),
            builder.role,
            builder.name == null ? MachineName.current() : builder.name,
            Version.current());
    check(theStores, known, theTransactions, theSettings);
    Events events = new Events(builder.listeners);
    NodeContext context =
        new NodeContext(
            new Owners(new NodeStart(theRuntime.random().nextLong())),
            theSettings,
            known,
            theStores,
            theTransactions,
            new StoreClock(theRuntime, theSettings.renewEvery()),
            theRuntime,
            events,
            theStores.cluster() == null ? Pauses.never(events) : Pauses.unknownYet(events),
            new Activity(theRuntime),
            builder.codec);
    Node node =
        new Node(
            context,
            place,
            theLeadership,
            theChannel,
            known.buckets(builder.buckets),
            builder.interceptors,
            builder.decorators,
            builder.requiresTransaction,
            scheduling(theStores, theSettings),
            builder.incidents);
    node.start();
    return new Baton(node, theSettings, theTransactions);
  }

  private void check(
      Stores stores, Definitions known, Transactions transactions, NodeSettings settings) {
    StoreRequirements.check(builder, stores);
    stores.core().check();
    TransactionalStore transactional = stores.transactional();
    int slots = known.transactionalSlots(settings.maxRunning());
    if (transactional != null && slots > 0) {
      transactional.checkHandlersIn(transactions, slots);
    }
  }

  private Scheduling scheduling(Stores stores, NodeSettings settings) {
    List<Schedule> declared = List.copyOf(builder.schedules.values());
    return new Scheduling(stores.schedules(), declared, builder.rules, settings.hasSchedules());
  }

  private NodeSettings settings(Stores stores, TriggerChannel channel) {
    NodeSettings usual = NodeSettings.defaults();
    return builder.settings.apply(
        channel == TriggerChannel.none() ? usual.poll(stores.pollWithoutHints()) : usual);
  }

  private static <T> T given(@Nullable T named, @Nullable T ofTheStore, String what) {
    T given = named == null ? ofTheStore : named;
    if (given == null) {
      throw new IllegalStateException(
          "A node needs "
              + what
              + ", and its store has none: call "
              + what
              + "(...) of the builder, or use a store that has it, such as"
              + " JdbcStore.of(dataSource)");
    }
    return given;
  }
}

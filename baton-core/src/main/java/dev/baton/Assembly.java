package dev.baton;

import dev.baton.api.cluster.NodeRole;
import dev.baton.api.hook.Incidents;
import dev.baton.engine.Node;
import dev.baton.engine.base.Definitions;
import dev.baton.engine.base.Events;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.base.Owners;
import dev.baton.engine.base.Pauses;
import dev.baton.engine.base.StoreClock;
import dev.baton.engine.cluster.Place;
import dev.baton.engine.cluster.Version;
import dev.baton.engine.runtime.MachineName;
import dev.baton.engine.runtime.SystemRuntime;
import dev.baton.engine.schedule.Scheduling;
import dev.baton.spi.Leadership;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.ScheduleStore;
import dev.baton.spi.Stores;
import dev.baton.spi.Transactions;
import dev.baton.task.rule.NodeStart;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts a node together from what its builder was told. Used once. */
final class Assembly {
  private final Baton.Builder told;

  Assembly(Baton.Builder told) {
    this.told = told;
  }

  private SystemRuntime systemRuntime() {
    return told.threadPool
        ? new SystemRuntime(told.settings.maxRunning(), told.virtualThreads)
        : SystemRuntime.withoutPool(told.virtualThreads);
  }

  Baton start() {
    Stores theStores = given(told.stores, "stores");
    Transactions theTransactions = given(told.transactions, "transactions");
    Leadership theLeadership =
        told.role == NodeRole.CLIENT ? Leadership.none() : given(told.leadership, "leadership");
    NodeRuntime theRuntime = told.runtime == null ? systemRuntime() : told.runtime;
    Definitions known = new Definitions(told.definitions);
    Place place =
        new Place(
            theStores.cluster(),
            told.role,
            told.name == null ? MachineName.current() : told.name,
            Version.current());
    theStores.tasks().check();
    if (known.areTransactional()) {
      theStores.tasks().checkHandlersIn(theTransactions);
    }
    Events events = new Events(told.listeners);
    NodeContext context =
        new NodeContext(
            new Owners(new NodeStart(theRuntime.random().nextLong())),
            told.settings,
            known,
            theStores,
            theTransactions,
            theRuntime,
            events,
            new StoreClock(theRuntime),
            theStores.cluster() == null ? Pauses.never(events) : Pauses.unknownYet(events));
    Node node =
        new Node(
            context,
            new Node.Surroundings(
                place,
                theLeadership,
                told.channel,
                known.buckets(told.buckets),
                told.interceptors,
                told.decorators,
                told.sweeps,
                told.prunes,
                scheduling(theStores.schedules()),
                incidents(theStores)));
    node.start();
    return new Baton(node, told.settings, theTransactions);
  }

  private @Nullable Incidents incidents(Stores theStores) {
    if (told.incidents != null
        && (theStores.incidents() == null || theStores.statistics() == null)) {
      throw new IllegalStateException(
          "Incidents need a store of their own and one for statistics: call Stores.incidents(...)"
              + " and Stores.statistics(...), or use JdbcBaton.on(dataSource)");
    }
    return told.incidents;
  }

  private Scheduling scheduling(@Nullable ScheduleStore store) {
    if (store == null && !told.schedules.isEmpty()) {
      throw new IllegalStateException(
          "The schedules "
              + told.schedules.keySet()
              + " need a store: call Stores.schedules(...), or use"
              + " JdbcBaton.on(dataSource)");
    }
    return new Scheduling(
        store, List.copyOf(told.schedules.values()), told.rules, told.servesSchedules);
  }

  static <T> T given(@Nullable T value, String what) {
    if (value == null) {
      throw new IllegalStateException(
          "A node needs "
              + what
              + ": call Baton.builder()."
              + what
              + "(...), or JdbcBaton.on"
              + "(dataSource) for all of them");
    }
    return value;
  }
}

package dev.baton;

import dev.baton.api.error.ConfigurationException;
import dev.baton.cluster.NodeRole;
import dev.baton.handler.internal.Definition;
import dev.baton.handler.internal.RawHandler;
import dev.baton.limit.internal.LimitPolicies;
import dev.baton.spi.Capability;
import dev.baton.spi.Stores;
import dev.baton.spi.Transactions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a store supports what a node's builder requires. {@link NodeFactory} uses it once,
 * before the node starts.
 */
final class StoreRequirements {
  private final Stores stores;
  private final List<ConfigurationException> missing = new ArrayList<>();

  private StoreRequirements(Stores stores) {
    this.stores = stores;
  }

  /**
   * Checks all requirements and reports everything that the store doesn't support in one exception.
   *
   * @throws ConfigurationException if the store doesn't support a requirement; the message names
   *     each definition, schedule and setting, and says what to do
   */
  static void check(Baton.Builder builder, Stores stores) {
    StoreRequirements needs = new StoreRequirements(stores);
    if (builder.transactions != null && builder.transactions != Transactions.none()) {
      String what = "transactions(...) of the builder";
      needs.require(Capability.TRANSACTIONS, stores.transactional(), what, "Leave it out");
    }
    if (builder.requiresTransaction) {
      String what = "requireTransaction() of the builder";
      needs.require(Capability.TRANSACTIONS, stores.transactional(), what, "Leave it out");
    }
    if (builder.role == NodeRole.SERVER) {
      builder.definitions.forEach(needs::of);
    }
    if (!builder.schedules.isEmpty()) {
      String what = "The schedules " + builder.schedules.keySet();
      needs.require(Capability.SCHEDULES, stores.schedules(), what, "Leave them out");
    }
    if (builder.incidents != null) {
      String instead = "Watch its meters";
      needs.require(Capability.INCIDENTS, stores.incidents(), "Incident reports", instead);
      needs.require(Capability.STATISTICS, stores.statistics(), "Incident reports", instead);
    }
    needs.refuse();
  }

  private void of(Definition definition) {
    if (definition.handler() instanceof RawHandler.Transactional) {
      require(
          Capability.TRANSACTIONS,
          stores.transactional(),
          "The transactional handler of type " + definition.type(),
          "Give it a handler that isn't transactional");
    }
    if (definition.handler() instanceof RawHandler.OfWorkflow) {
      String what = "The workflow of type " + definition.type();
      String instead = "Give it a handler with attempt.step(...) and awaitSignal(...)";
      require(Capability.TRANSACTIONS, stores.transactional(), what, instead);
      require(Capability.NOTES, stores.notes(), what, instead);
      require(Capability.WAITS, stores.waits(), what, instead);
    }
    if (!LimitPolicies.isLocal(definition.limitPolicy())) {
      require(
          Capability.LIMITS,
          stores.limits(),
          "The cluster limit of type " + definition.type(),
          "Give it a node limit");
    }
    if (definition.keptRuns() > 0) {
      String what = "keepRuns(...) of type " + definition.type();
      require(Capability.NOTES, stores.notes(), what, "Leave it out");
    }
  }

  private void require(Capability capability, @Nullable Object store, String what, String instead) {
    if (store == null) {
      missing.add(capability.missing(what, instead));
    }
  }

  private void refuse() {
    if (missing.size() == 1) {
      throw missing.get(0);
    }
    if (!missing.isEmpty()) {
      throw new ConfigurationException(
          "This node can't start, for "
              + missing.size()
              + " reasons. "
              + String.join(" ", missing.stream().map(Throwable::getMessage).toList()));
    }
  }
}

package dev.baton.management.rest;

import dev.baton.api.limit.LimitsInUse;
import dev.baton.management.access.Right;
import dev.baton.management.access.Scope;
import dev.baton.management.http.Response;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Limits in use. */
final class LimitRoutes {
  private LimitRoutes() {}

  static List<Route> all() {
    return List.of(
        Route.get(
            "/limits",
            Right.VIEW,
            "Limits of the cluster that are in use, and those of the node that was asked; for who"
                + " may see every task, since tasks of any type may share a limit",
            "LimitList",
            LimitRoutes::list));
  }

  private static Response list(Call call) {
    call.caller().requireAll(Right.VIEW, Scope.everyTask());
    LimitsInUse limits = call.baton().statistics().limits();
    ObjectNode node = Json.object();
    Json.put(node, "takenAt", limits.takenAt());
    node.put("complete", limits.complete());
    node.set("items", items(call, limits));
    node.put("slotsInUse", limits.slotsInUse()).put("slots", limits.slots());
    ArrayNode here = node.putArray("here");
    for (LimitsInUse.Here one : limits.here()) {
      ArrayNode slots = here.addObject().put("type", one.type()).putArray("limits");
      for (LimitsInUse.Slots limit : one.limits()) {
        slots
            .addObject()
            .put("limit", limit.limit())
            .put("used", limit.used())
            .put("slots", limit.slots());
      }
    }
    return Json.answer(node);
  }

  /** Those of the cluster; only for who may see every task. */
  static ArrayNode items(Call call, LimitsInUse limits) {
    NodeNames names = new NodeNames(call.baton());
    ArrayNode items = Json.array();
    for (LimitsInUse.Use use : limits.cluster()) {
      ObjectNode item = items.addObject().put("name", use.name());
      Json.put(item, "key", use.key().isEmpty() ? null : use.key());
      Json.put(item, "limit", use.slots());
      item.put("used", use.used()).put("rate", use.paidUntil() != null);
      Json.put(item, "paidUntil", use.paidUntil());
      ArrayNode holders = item.putArray("holders");
      for (LimitsInUse.Holder holder : use.holders()) {
        ObjectNode one = holders.addObject();
        Json.put(one, "task", holder.task());
        one.put("type", holder.type());
        Json.put(one, "node", names.of(holder.node()));
      }
    }
    return items;
  }
}

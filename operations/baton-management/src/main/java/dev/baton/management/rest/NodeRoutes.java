package dev.baton.management.rest;

import dev.baton.management.access.Right;
import dev.baton.management.access.Scope;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Caller;
import dev.baton.management.rest.request.HttpProblem;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Pages;
import dev.baton.management.rest.request.Route;
import dev.baton.operate.cluster.Cluster;
import dev.baton.operate.cluster.Cluster.Member;
import dev.baton.operate.cluster.NodeInfo;
import dev.baton.operate.cluster.StoreWarning.Kind;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Routes for the nodes, and for their warnings. */
final class NodeRoutes {
  private NodeRoutes() {}

  static List<Route> all() {
    return List.of(
        Route.get(
            "/nodes",
            Right.VIEW,
            "Lists the nodes that sent a heartbeat within a day",
            "NodeList",
            NodeRoutes::list),
        Route.get(
            "/database",
            Right.VIEW,
            "Lists the warnings of the live nodes about their database, their clocks and their"
                + " limits",
            "DatabaseWarnings",
            NodeRoutes::warnings),
        Route.post(
                "/database/accept",
                Right.CONFIGURE,
                "Confirms that this node may use a database server that is behind the server it has"
                    + " used before; needs the right for every task",
                "DatabaseWarnings",
                NodeRoutes::accept)
            .body(List.of(TaskActionRoutes.REASON)));
  }

  private static Response warnings(Call call) {
    call.require(Right.VIEW);
    return Json.answer(database(call));
  }

  private static Response accept(Call call) {
    call.caller().requireAll(Right.CONFIGURE, Scope.everyTask());
    Cluster cluster = call.cluster();
    if (cluster.storeWarnings().stream().noneMatch(one -> one.kind() == Kind.OLDER_SERVER)) {
      throw new HttpProblem(
          409,
          "This node has no OLDER_SERVER warning: there is nothing to accept. Call each node"
              + " separately, over its own REST interface");
    }
    cluster.acceptStore();
    return Json.answer(database(call));
  }

  private static ObjectNode database(Call call) {
    ArrayNode items = Json.array();
    FoundWarning.byKind(call.baton().cluster().warnings(), Nodes.of(call.baton()))
        .values()
        .forEach(found -> found.forEach(one -> items.add(view(call, one))));
    return Pages.of(items);
  }

  private static ObjectNode view(Call call, FoundWarning warning) {
    ObjectNode node = Json.object().put("kind", warning.kind());
    node.put(
        "message",
        FoundWarning.maySee(call.caller(), warning.kind())
            ? call.site().redaction().apply(warning.message())
            : "Nodes have different numbers for a limit");
    node.put("stopsStarts", warning.stopsStarts());
    Json.put(node, "node", warning.node());
    Json.put(node, "since", warning.since());
    return node;
  }

  private static Response list(Call call) {
    call.require(Right.VIEW);
    ArrayNode items = Json.array();
    Nodes.current(Nodes.of(call.baton())).forEach(member -> items.add(view(call.caller(), member)));
    return Json.answer(Pages.of(items));
  }

  private static ObjectNode view(Caller caller, Member member) {
    NodeInfo node = member.node();
    NodeInfo.Card card = node.card();
    ObjectNode view = Json.object();
    Json.put(view, "id", card.id());
    view.put("name", card.name()).put("version", card.version());
    Json.put(view, "role", card.role());
    view.set("types", Json.strings(types(caller, card)));
    view.set("buckets", Json.strings(buckets(caller, card)));
    Json.put(view, "startedAt", node.startedAt());
    Json.put(view, "heardAt", node.heardAt());
    Json.put(view, "leftAt", node.leftAt());
    Json.put(view, "presence", member.presence());
    return view;
  }

  /**
   * Returns the types for which the caller may see all tasks in at least one bucket of the node.
   */
  private static List<String> types(Caller caller, NodeInfo.Card card) {
    return card.types().stream()
        .filter(
            type ->
                type.endsWith(NodeInfo.Card.ANY)
                    ? caller.seesEverything()
                    : caller.seesEverything()
                        || card.buckets().stream().anyMatch(bucket -> caller.sees(type, bucket)))
        .toList();
  }

  private static List<String> buckets(Caller caller, NodeInfo.Card card) {
    return card.buckets().stream()
        .filter(
            bucket ->
                caller.seesEverything()
                    || types(caller, card).stream().anyMatch(type -> caller.sees(type, bucket)))
        .toList();
  }
}

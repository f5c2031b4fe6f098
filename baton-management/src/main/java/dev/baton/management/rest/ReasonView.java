package dev.baton.management.rest;

import dev.baton.api.WaitReason;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Why a task waits, as data: a kind, and what belongs to it. */
final class ReasonView {
  private ReasonView() {}

  /** Without the words, which may have to be redacted. */
  static ObjectNode of(WaitReason reason) {
    ObjectNode node = Json.object().put("kind", kind(reason));
    if (reason instanceof WaitReason.Ended ended) {
      Json.put(node, "status", ended.status());
      Json.put(node, "at", ended.at());
    } else if (reason instanceof WaitReason.WaitsFor waits) {
      node.put("left", waits.left()).set("tasks", Json.strings(waits.tasks()));
    } else if (reason instanceof WaitReason.NotDue due) {
      Json.put(node, "at", due.at());
      Json.put(node, "in", due.left());
    } else if (reason instanceof WaitReason.Running running) {
      Json.put(node, "owner", running.owner());
      Json.put(node, "node", running.node());
      node.put("attempt", running.attempt()).put("lapsed", running.lapsed());
      Json.put(node, "leaseUntil", running.leaseUntil());
    } else if (reason instanceof WaitReason.IsPaused paused) {
      node.set("pause", PauseRoutes.view(paused.pause()));
    } else if (reason instanceof WaitReason.NoNode none) {
      node.put("type", none.type()).put("bucket", none.bucket());
      node.set("knowTheType", Json.strings(none.knowTheType()));
      node.set("runTheBucket", Json.strings(none.runTheBucket()));
    } else if (reason instanceof WaitReason.GivenBack given) {
      Json.put(node, "since", given.since());
      node.set("by", Json.strings(given.by()));
      node.set("mayKnow", Json.strings(given.mayKnow()));
      Json.put(node, "errorAt", given.errorAt());
    } else {
      limits(node, reason);
    }
    return node;
  }

  private static void limits(ObjectNode node, WaitReason reason) {
    if (reason instanceof WaitReason.LimitFull full) {
      node.put("limit", full.limit()).put("key", full.key()).put("slots", full.slots());
      ArrayNode holders = node.putArray("holders");
      for (WaitReason.Holder holder : full.holders()) {
        ObjectNode one = holders.addObject();
        Json.put(one, "task", holder.task());
        Json.put(one, "node", holder.node());
      }
    } else if (reason instanceof WaitReason.RateSpent spent) {
      node.put("limit", spent.limit()).put("key", spent.key());
      Json.put(node, "in", spent.nextIn());
    } else if (reason instanceof WaitReason.Behind behind) {
      node.put("count", behind.tasks()).put("more", behind.more());
    } else if (reason instanceof WaitReason.InLine line) {
      node.put("state", line.state()).put("count", line.ahead());
    }
  }

  /** The reason's name: NOT_DUE for NotDue. */
  private static String kind(WaitReason reason) {
    return reason
        .getClass()
        .getSimpleName()
        .replaceAll("(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_")
        .toUpperCase(Locale.ROOT);
  }
}

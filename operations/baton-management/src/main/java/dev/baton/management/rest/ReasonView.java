package dev.baton.management.rest;

import dev.baton.management.access.Right;
import dev.baton.management.access.Scope;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.TaskLookup;
import dev.baton.operate.Explanation;
import dev.baton.operate.TaskInfo;
import dev.baton.operate.WaitReason;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Shows why a task waits, in words and as data. Leaves out other tasks that the caller may not see,
 * and then also their number. Used by one thread, for one request.
 */
final class ReasonView {
  private final Call call;
  private final TaskInfo task;
  private final boolean seesEverything;

  /**
   * @param task the waiting task
   */
  ReasonView(Call call, TaskInfo task) {
    this.call = call;
    this.task = task;
    this.seesEverything = call.caller().seesEverything();
  }

  /** Returns the explanation without other tasks that the caller may not see. */
  Explanation visible(Explanation all) {
    if (seesEverything) {
      return all;
    }
    List<UUID> roots =
        all.reasons().stream()
            .filter(WaitReason.Root.class::isInstance)
            .map(reason -> ((WaitReason.Root) reason).task())
            .toList();
    List<UUID> visible = visible(roots);
    List<WaitReason> shown =
        all.reasons().stream()
            .filter(
                reason ->
                    !(reason instanceof WaitReason.Root root) || visible.contains(root.task()))
            .toList();
    return new Explanation(all.task(), shown, 0);
  }

  /** Returns all reasons of a visible explanation as one text. */
  String text(Explanation explanation) {
    return seesEverything
        ? explanation.text()
        : explanation.reasons().stream()
            .map(this::words)
            .collect(Collectors.joining("; ", "Task " + explanation.task() + ": ", "."));
  }

  /** Returns one reason in words. */
  String words(WaitReason reason) {
    if (seesEverything) {
      return reason.words();
    }
    if (reason instanceof WaitReason.WaitsFor waits) {
      return "it waits for other tasks to end" + among(visible(waits.tasks()));
    }
    if (reason instanceof WaitReason.InStep step) {
      return step.inWords();
    }
    if (reason instanceof WaitReason.Root root) {
      return "the first task in its way is "
          + root.task()
          + " of type "
          + root.type()
          + ", "
          + root.status()
          + " since "
          + root.since();
    }
    if (reason instanceof WaitReason.LimitFull full) {
      List<UUID> holders = visible(full.holders().stream().map(WaitReason.Holder::task).toList());
      return "the cluster limit " + full.limit() + " is full" + among(holders);
    }
    if (reason instanceof WaitReason.IsPaused paused && !sees(paused)) {
      return "it is paused";
    }
    if (reason instanceof WaitReason.Behind && !seesFlow()) {
      return "ready tasks of its flow come before it";
    }
    if (reason instanceof WaitReason.SetAtRunTime set) {
      return set.number().target() + " is set at run time";
    }
    if (reason instanceof WaitReason.Turn && !seesType()) {
      return "its key waits for its turn on the queried node";
    }
    if (reason instanceof WaitReason.InLine line && !seesType()) {
      return "the queried node has no free slot for the state " + line.state();
    }
    return reason.words();
  }

  private static String among(List<UUID> tasks) {
    String ids = tasks.stream().map(UUID::toString).collect(Collectors.joining(", "));
    return ids.isEmpty() ? "" : ", among them " + ids;
  }

  private boolean sees(WaitReason.IsPaused paused) {
    return call.caller().mayAll(Right.VIEW, PauseRoutes.scope(paused.pause().pause()));
  }

  private boolean seesFlow() {
    return call.caller().mayAll(Right.VIEW, new Scope(task.type(), null, task.key()));
  }

  /**
   * Returns whether the caller sees all tasks of the type: the queue for a state's slot contains
   * tasks of all buckets and keys.
   */
  private boolean seesType() {
    return call.caller().mayAll(Right.VIEW, new Scope(task.type(), null, null));
  }

  private List<UUID> visible(List<UUID> tasks) {
    Predicate<UUID> nameable = TaskLookup.nameable(call, Set.copyOf(tasks));
    return tasks.stream().filter(nameable).toList();
  }

  /**
   * Returns one reason as data: its kind and its details, without the words, which may be redacted.
   */
  ObjectNode data(WaitReason reason) {
    ObjectNode node = Json.object().put("kind", kind(reason));
    if (reason instanceof WaitReason.Ended ended) {
      Json.put(node, "status", ended.status());
      Json.put(node, "at", ended.at());
    } else if (reason instanceof WaitReason.WaitsFor waits) {
      waitsFor(node, waits);
    } else if (reason instanceof WaitReason.InStep step) {
      node.put("step", step.number()).put("name", step.name());
      Json.put(node, "since", step.since());
      if (seesEverything && step.children() > 0) {
        node.put("left", step.left()).put("children", step.children());
      }
    } else if (reason instanceof WaitReason.Root root) {
      root(node, root);
    } else if (reason instanceof WaitReason.NotDue due) {
      Json.put(node, "at", due.at());
      Json.put(node, "in", due.left());
    } else if (reason instanceof WaitReason.AwaitsSignal awaits) {
      Json.put(node, "signal", awaits.name());
      Json.put(node, "until", awaits.until());
    } else if (reason instanceof WaitReason.Running running) {
      Json.put(node, "owner", running.owner());
      Json.put(node, "node", running.node());
      node.put("attempt", running.attempt()).put("lapsed", running.lapsed());
      Json.put(node, "leaseUntil", running.leaseUntil());
    } else if (reason instanceof WaitReason.IsPaused paused && (seesEverything || sees(paused))) {
      node.set("pause", PauseRoutes.view(call.site(), paused.pause()));
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

  /** Adds the tasks that must end first and their number, if the caller sees everything. */
  private void waitsFor(ObjectNode node, WaitReason.WaitsFor waits) {
    if (seesEverything) {
      node.put("left", waits.left());
    }
    node.set("tasks", Json.strings(visible(waits.tasks())));
  }

  private void root(ObjectNode node, WaitReason.Root root) {
    Json.put(node, "task", root.task());
    node.put("type", root.type());
    Json.put(node, "status", root.status());
    Json.put(node, "since", root.since());
    if (seesEverything) {
      node.put("behind", root.behind());
    }
  }

  private void limits(ObjectNode node, WaitReason reason) {
    if (reason instanceof WaitReason.LimitFull full) {
      node.put("limit", full.limit()).put("key", full.key()).put("slots", full.slots());
      List<UUID> visible = visible(full.holders().stream().map(WaitReason.Holder::task).toList());
      ArrayNode holders = node.putArray("holders");
      for (WaitReason.Holder holder : full.holders()) {
        if (visible.contains(holder.task())) {
          ObjectNode one = holders.addObject();
          Json.put(one, "task", holder.task());
          Json.put(one, "node", holder.node());
        }
      }
    } else if (reason instanceof WaitReason.RateSpent spent) {
      node.put("limit", spent.limit()).put("key", spent.key());
      Json.put(node, "in", spent.nextIn());
    } else if (reason instanceof WaitReason.SetAtRunTime set) {
      node.put("override", set.number().target().kind().name());
      node.put("limit", set.number().target().name());
    } else if (reason instanceof WaitReason.Behind behind && (seesEverything || seesFlow())) {
      node.put("count", behind.tasks()).put("more", behind.more());
    } else if (reason instanceof WaitReason.Turn turn && (seesEverything || seesType())) {
      node.put("turn", turn.turn()).put("keys", turn.keys());
    } else if (reason instanceof WaitReason.NodeStopped stopped) {
      Json.put(node, "warning", stopped.warning().kind());
    } else if (reason instanceof WaitReason.InLine line) {
      node.put("state", line.state());
      if (seesEverything || seesType()) {
        node.put("count", line.ahead());
      }
    }
  }

  /** Returns the reason's name: NOT_DUE for NotDue. */
  private static String kind(WaitReason reason) {
    return reason
        .getClass()
        .getSimpleName()
        .replaceAll("(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_")
        .toUpperCase(Locale.ROOT);
  }
}

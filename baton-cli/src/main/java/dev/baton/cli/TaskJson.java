package dev.baton.cli;

import dev.baton.api.AuditEntry;
import dev.baton.api.Cluster.Member;
import dev.baton.api.FoundTask;
import dev.baton.api.NodeInfo;
import dev.baton.api.PastAttempt;
import dev.baton.api.Paused;
import dev.baton.api.Schedule;
import dev.baton.api.ScheduleState;
import dev.baton.task.FinishedTask;
import dev.baton.task.Incarnation;
import dev.baton.task.Position;
import dev.baton.task.Status;
import dev.baton.task.Task;
import dev.baton.task.TaskSpec;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What is read from the database, in the words of the REST interface. */
final class TaskJson {
  private final List<Member> members;

  /**
   * @param members who is there, so that owners have names
   */
  TaskJson(List<Member> members) {
    this.members = members;
  }

  ObjectNode found(FoundTask found, @Nullable String error) {
    return found instanceof FoundTask.Live live
        ? live(live.task(), error)
        : finished(((FoundTask.Finished) found).task());
  }

  /**
   * @param error of its latest failure
   */
  ObjectNode live(Task task, @Nullable String error) {
    Position position = task.position();
    ObjectNode json = begun(task.id(), position.version(), position.status(), task.spec());
    boolean runs = position.status() == Status.PROCESSING;
    Json.put(json, "state", position.state().isEmpty() ? null : position.state());
    Json.put(json, "createdAt", task.createdAt());
    Json.put(json, "runAt", position.runAt());
    Json.put(json, "nextEventAt", position.nextEventAt());
    Json.put(json, "attempts", position.attempts());
    held(json, position.owner());
    Json.put(json, "leaseUntil", runs ? position.nextEventAt() : null);
    Json.put(json, "error", error);
    return json;
  }

  ObjectNode finished(FinishedTask task) {
    ObjectNode json = begun(task.id(), task.version(), task.status(), task.spec());
    Json.put(json, "state", task.state().isEmpty() ? null : task.state());
    Json.put(json, "createdAt", task.createdAt());
    Json.put(json, "finishedAt", task.finishedAt());
    Json.put(json, "deletesAt", task.keepUntil());
    Json.put(json, "attempts", task.attempts());
    held(json, task.owner());
    Json.put(json, "error", task.error());
    return json;
  }

  private static ObjectNode begun(UUID id, long version, Status status, TaskSpec spec) {
    ObjectNode json = Json.object();
    Json.put(json, "id", id);
    Json.put(json, "version", version);
    Json.put(json, "status", status);
    Json.put(json, "type", spec.type());
    Json.put(json, "subType", spec.subType());
    Json.put(json, "key", spec.key().isEmpty() ? null : spec.key());
    Json.put(json, "bucket", spec.bucket());
    Json.put(json, "priority", spec.priority());
    Json.put(json, "parent", spec.parentId());
    Json.put(json, "correlation", spec.correlationId());
    Json.put(json, "payloadSize", spec.payload() == null ? null : spec.payload().length());
    return json;
  }

  private void held(ObjectNode json, @Nullable UUID owner) {
    Json.put(json, "owner", owner);
    Json.put(json, "node", owner == null ? null : nameOf(owner));
  }

  /** What the node is called; null where it is listed no longer. */
  private @Nullable String nameOf(UUID owner) {
    Incarnation incarnation = new Incarnation(owner.getMostSignificantBits());
    return members.stream()
        .map(member -> member.node().card())
        .filter(card -> incarnation.owns(card.id()))
        .map(NodeInfo.Card::name)
        .findFirst()
        .orElse(null);
  }

  ObjectNode attempt(PastAttempt attempt) {
    ObjectNode json = Json.object();
    Json.put(json, "number", attempt.number());
    held(json, attempt.owner());
    Json.put(json, "endedAt", attempt.endedAt());
    Json.put(json, "outcome", attempt.outcome());
    Json.put(json, "error", attempt.error());
    return json;
  }

  static ObjectNode member(Member member) {
    NodeInfo node = member.node();
    NodeInfo.Card card = node.card();
    ObjectNode json = Json.object();
    Json.put(json, "id", card.id());
    Json.put(json, "name", card.name());
    Json.put(json, "version", card.version());
    Json.put(json, "role", card.role());
    Json.putAll(json, "types", card.types());
    Json.putAll(json, "buckets", card.buckets());
    Json.put(json, "startedAt", node.startedAt());
    Json.put(json, "heardAt", node.heardAt());
    Json.put(json, "leftAt", node.leftAt());
    Json.put(json, "presence", member.presence());
    return json;
  }

  static ObjectNode paused(Paused paused) {
    ObjectNode json = Json.object();
    Json.put(json, "bucket", paused.pause().bucket());
    Json.put(json, "type", paused.pause().type());
    Json.put(json, "key", paused.pause().key());
    Json.put(json, "reason", paused.reason());
    Json.put(json, "since", paused.since());
    return json;
  }

  static ObjectNode schedule(ScheduleState state) {
    Schedule schedule = state.schedule();
    ObjectNode json = Json.object();
    Json.put(json, "name", state.name());
    Json.put(json, "version", state.version());
    Json.put(json, "timing", schedule.timing().text());
    ObjectNode runs = json.putObject("runs");
    Json.put(runs, "type", schedule.request().type());
    Json.put(runs, "bucket", schedule.request().bucket());
    Json.put(json, "missed", schedule.missed());
    Json.put(json, "overlap", schedule.overlap());
    Json.put(json, "jitter", schedule.jitter());
    Json.put(json, "paused", state.paused());
    Json.put(json, "over", state.isOver());
    Json.put(json, "nextTick", state.nextTick());
    Json.put(json, "dueAt", state.dueAt());
    Json.put(json, "lastTick", state.lastTick());
    Json.put(json, "lastTask", state.lastTask());
    Json.put(json, "runCount", state.runs());
    Json.put(json, "skipCount", state.skips());
    Json.put(json, "declared", state.declared() != null);
    return json;
  }

  static ObjectNode entry(AuditEntry entry) {
    ObjectNode json = Json.object();
    Json.put(json, "id", entry.id());
    Json.put(json, "at", entry.writtenAt());
    Json.put(json, "actor", entry.actor());
    Json.put(json, "action", entry.action());
    Json.put(json, "task", entry.taskId());
    Json.put(json, "version", entry.version());
    Json.put(json, "reason", entry.reason());
    Json.put(json, "detail", entry.detail());
    return json;
  }
}

package dev.baton.cli;

import dev.baton.api.BulkAction;
import dev.baton.api.BulkReport;
import dev.baton.api.Operations;
import dev.baton.api.Operations.Verdict;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/** The verbs of the REST interface as operations. */
final class Verbs {
  private Verbs() {}

  static Verdict apply(Operations operations, UUID id, Change change) {
    Long seen = change.version();
    if (seen == null) {
      throw new IllegalArgumentException("A change names the version it was seen in");
    }
    long version = seen;
    return switch (change.verb()) {
      case "retry" -> operations.retry(id, version, change.delay());
      case "mark-failed" -> operations.fail(id, version, reason(change));
      case "reschedule" ->
          change.runAt() == null
              ? operations.reschedule(id, version, change.delay())
              : operations.rescheduleAt(id, version, change.runAt());
      case "hold" -> operations.hold(id, version);
      case "release" -> operations.release(id, version);
      case "cancel" -> operations.cancel(id, version, reason(change));
      case "prioritize" -> operations.prioritize(id, version, priority(change));
      case "run-again" -> operations.runAgain(id, version, change.delay());
      default -> throw new IllegalArgumentException("No verb of tasks: " + change.verb());
    };
  }

  static BulkAction bulk(Change change) {
    return switch (change.verb()) {
      case "retry" -> new BulkAction.Retry(change.delay());
      case "mark-failed" -> new BulkAction.Fail(reason(change));
      case "reschedule" -> new BulkAction.Reschedule(change.delay());
      case "hold" -> new BulkAction.Hold();
      case "release" -> new BulkAction.Release();
      case "cancel" -> new BulkAction.Cancel(reason(change));
      case "run-again" -> new BulkAction.RunAgain(change.delay());
      default -> throw new IllegalArgumentException("No verb for many tasks: " + change.verb());
    };
  }

  static ObjectNode result(BulkReport.Result result) {
    ObjectNode json = Json.object();
    Json.put(json, "id", result.task().id());
    Verdict verdict = result.verdict();
    if (verdict instanceof Verdict.NotAllowed refused) {
      Json.put(json, "verdict", "NOT_ALLOWED");
      Json.put(json, "detail", refused.reason());
    } else if (verdict instanceof Verdict.Stale) {
      Json.put(json, "verdict", "STALE");
    } else {
      Json.put(json, "verdict", verdict instanceof Verdict.Applied ? "APPLIED" : "NOT_FOUND");
    }
    return json;
  }

  private static String reason(Change change) {
    String reason = change.reason();
    if (reason == null) {
      throw Failure.usage("Say why, for whoever asks later: --reason TEXT");
    }
    return reason;
  }

  private static int priority(Change change) {
    Integer priority = change.priority();
    if (priority == null) {
      throw Failure.usage("Say the priority, 0 (most urgent) to 9");
    }
    return priority;
  }
}

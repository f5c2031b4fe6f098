package dev.baton.management.rest;

import dev.baton.management.access.Right;
import dev.baton.management.access.Scope;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Json;
import dev.baton.operate.ErrorSample.Standing;
import dev.baton.operate.statistics.Failing;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The lines of the overview that name what needs a person. Used by one thread, for one request. */
final class TroubleList {
  /** Number of entries: more than a person reads. */
  static final int MAX_PER_KIND = 100;

  /** Link to all held tasks that other tasks wait for. */
  static final String HELD = "#/tasks?status=BLOCKED&held=true&order=oldest";

  private final Call call;
  private final ArrayNode lines = Json.array();
  private final TreeMap<String, Integer> ofKind = new TreeMap<>();

  /** The latest deployment; null if none is known. */
  private final @Nullable Deployment deployment;

  TroubleList(Call call, @Nullable Deployment deployment) {
    this.call = call;
    this.deployment = deployment;
  }

  ObjectNode add(
      String kind, String name, String text, long count, @Nullable String type, String link) {
    return add(kind, name, text, count, type, link, null);
  }

  /**
   * Adds an entry. Beyond the maximum, the entry is only counted.
   *
   * @param name what is in trouble; with the kind, it is the name of the trouble
   */
  ObjectNode add(
      String kind,
      String name,
      String text,
      long count,
      @Nullable String type,
      String link,
      @Nullable Instant since) {
    int told = ofKind.merge(kind, 1, Integer::sum);
    ObjectNode node = told > MAX_PER_KIND ? Json.object() : lines.addObject();
    node.put("kind", kind).put("name", AcknowledgementRoutes.name(kind, name));
    node.put("text", call.site().redaction().apply(text)).put("count", count);
    Json.put(node, "type", type);
    node.put("link", link);
    Json.put(node, "since", since);
    Deployment last = deployment;
    if (since != null && last != null && since.isAfter(last.at())) {
      node.put("isNew", true);
    }
    return node;
  }

  /** Returns the lines, and how many more of each kind were added than a person reads. */
  ArrayNode lines() {
    ofKind.forEach(this::rest);
    return lines;
  }

  /** Adds the number of entries of a kind beyond the maximum. */
  private void rest(String kind, int all) {
    int more = all - MAX_PER_KIND;
    if (more > 0) {
      lines
          .addObject()
          .put("kind", kind)
          .put("text", "and " + number(more) + " more like these")
          .put("count", more)
          .put("link", linkToAll(kind));
    }
  }

  private static String linkToAll(String kind) {
    return switch (kind) {
      case "ERROR" -> "#/tasks?status=ERROR";
      case "STUCK", "LIMIT" -> "#/tasks?stuck=true";
      case "HELD" -> HELD;
      case "SCHEDULE" -> "#/schedules";
      case "FAILING" -> "#/tasks?retrying=true&attempts=" + Failing.MIN_ATTEMPTS;
      case "FAILED" -> "#/tasks?status=FAILED";
      case "SILENT_NODE", "DATABASE" -> "#/nodes";
      case "OLD_READY", "GROWING" -> "#/tasks?status=READY&order=oldest";
      default -> "#/types";
    };
  }

  /** Marks a trouble that didn't exist before the latest deployment. */
  String sinceDeployment(@Nullable Instant since) {
    Deployment last = deployment;
    return since == null || last == null || !since.isAfter(last.at())
        ? ""
        : "; new since " + last.words() + " at " + seconds(last.at());
  }

  /** Links to the errors of the type by cause, if the caller may run their tasks again. */
  void byCause(ObjectNode node, Standing standing, String type) {
    Right right = standing == Standing.RETRYING ? Right.EDIT : Right.RETRY;
    if (call.caller().mayAll(right, new Scope(type, null, null))) {
      action(
          node,
          switch (standing) {
            case ERROR -> "Retry by cause";
            case RETRYING -> "Reschedule by cause";
            case FAILED -> "Run again by cause";
          },
          "#/errors?standing=" + standing + "&type=" + encoded(type));
    }
  }

  /** Adds a link that mends the trouble. */
  static void action(ObjectNode node, String label, String link) {
    node.putObject("action").put("label", label).put("link", link);
  }

  static String tasks(long count, boolean exact) {
    return many(count, exact) + (count == 1 ? " task" : " tasks");
  }

  /** Formats a count, with "at least" if it is incomplete. */
  static String many(long count, boolean complete) {
    return (complete ? "" : "at least ") + number(count);
  }

  static Instant seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS);
  }

  static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}

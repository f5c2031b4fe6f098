package dev.baton.management.rest;

import dev.baton.api.error.ConfigurationException;
import dev.baton.management.access.Right;
import dev.baton.management.access.Scope;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Field;
import dev.baton.management.rest.request.HttpProblem;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Kind;
import dev.baton.management.rest.request.Route;
import dev.baton.operate.override.ActiveOverride;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideValue.Acknowledged;
import dev.baton.operate.override.Overrides;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The routes that acknowledge a trouble. Other operators then see who has noticed it. */
final class AcknowledgementRoutes {
  private static final int LONGEST_NAME = 330;
  private static final Duration LONGEST = Duration.ofDays(30);
  private static final Duration USUAL = Duration.ofHours(8);

  /**
   * Maximum length of an acknowledgement if nothing shows whether the trouble has ended and another
   * one has begun.
   */
  private static final Duration BRIEF = Duration.ofHours(1);

  /**
   * Kinds whose {@code since} is the beginning of the trouble. For other kinds it is the time of
   * the oldest task that still waits.
   */
  private static final Set<String> LASTING =
      Set.of("DATABASE", "NODE", "NO_NODE", "ERROR", "SCHEDULE", "HELD", "SILENT_NODE", "PAUSED");

  private static final Field NAME =
      Field.text("name", LONGEST_NAME, "The problem, as the overview names it").needed();

  private AcknowledgementRoutes() {}

  static List<Route> all() {
    return List.of(
        Route.post(
                "/acknowledgements",
                Right.CONFIGURE,
                "Acknowledges a problem of the overview, until the problem or the time ends. All"
                    + " operators see your name",
                "Acknowledged",
                AcknowledgementRoutes::acknowledge)
            .body(
                List.of(
                    NAME,
                    Field.text("reason", 500, "A note for the other operators"),
                    Field.of(
                        "until",
                        Kind.INSTANT,
                        "End, at most in 30 days; 8 h by default. Acknowledgements of late,"
                            + " retried and recently FAILED tasks end after 1 h"))),
        Route.post(
                "/acknowledgements/withdraw",
                Right.CONFIGURE,
                "Withdraws the acknowledgement of a problem",
                "Acknowledged",
                AcknowledgementRoutes::withdraw)
            .body(List.of(NAME)));
  }

  private static Response acknowledge(Call call) {
    JsonNode line = line(call);
    String name = line.path("name").asString();
    Instant now = Instant.now();
    Instant until = call.body().instant("until");
    if (until == null) {
      until = now.plus(USUAL);
    } else if (until.isBefore(now) || until.isAfter(now.plus(LONGEST))) {
      throw HttpProblem.field("until", "should be in the future, at most in 30 days");
    }
    if (beginning(line) == null && until.isAfter(now.plus(BRIEF))) {
      until = now.plus(BRIEF);
    }
    removeOld(call, now);
    Overrides overrides = call.operations().overrides();
    return answer(
        overrides.set(OverrideTarget.acknowledgement(name), new Acknowledged(until)), name);
  }

  private static Response withdraw(Call call) {
    String name = line(call).path("name").asString();
    return answer(call.operations().overrides().reset(OverrideTarget.acknowledgement(name)), name);
  }

  /** Returns the line of the request, if the caller may change everything that it concerns. */
  private static JsonNode line(Call call) {
    String name = call.body().needed("name");
    JsonNode line = find(OverviewRoute.troubles(call), name);
    String type = line == null ? "" : line.path("type").asString("");
    call.caller()
        .requireAll(
            Right.CONFIGURE, type.isEmpty() ? Scope.everyTask() : new Scope(type, null, null));
    if (line == null) {
      throw new HttpProblem(409, "The overview has no problem " + name + " now");
    }
    return line;
  }

  private static Response answer(Overrides.Answer answer, String name) {
    if (answer instanceof Overrides.Answer.Refused refused) {
      throw new HttpProblem(409, refused.reason());
    }
    return Json.answer(Json.object().put("name", name));
  }

  private static @Nullable JsonNode find(ArrayNode lines, String name) {
    for (JsonNode line : lines) {
      if (line.path("name").asString("").equals(name)) {
        return line;
      }
    }
    return null;
  }

  /** Removes acknowledgements whose time is over, so that their number stays small. */
  private static void removeOld(Call call, Instant now) {
    for (ActiveOverride one : of(call).values()) {
      if (isOver(one, now)) {
        call.operationsWithoutReason().overrides().reset(one.target());
      }
    }
  }

  private static boolean isOver(ActiveOverride one, Instant now) {
    return !(one.value() instanceof Acknowledged seen) || !now.isBefore(seen.until());
  }

  /** Returns the acknowledgements by name, also those that are over. */
  private static Map<String, ActiveOverride> of(Call call) {
    Map<String, ActiveOverride> byName = new TreeMap<>();
    try {
      for (ActiveOverride one : call.baton().operations().overrides().active()) {
        if (one.target().kind() == OverrideTarget.Kind.ACKNOWLEDGEMENT) {
          byName.put(one.target().name(), one);
        }
      }
    } catch (ConfigurationException withoutOverrides) {
      return Map.of();
    }
    return byName;
  }

  /** Adds to each line the name of the person who has seen it. */
  static void show(Call call, ArrayNode lines) {
    Map<String, ActiveOverride> byName = lines.isEmpty() ? Map.of() : of(call);
    Instant now = Instant.now();
    for (JsonNode line : lines) {
      ActiveOverride one = byName.get(line.path("name").asString(""));
      if (one != null && !isOver(one, now) && !beganLater(line, one)) {
        ((ObjectNode) line).set("seen", view(call, one));
      }
    }
  }

  /** Returns whether the acknowledged trouble has ended and another one has begun. */
  private static boolean beganLater(JsonNode line, ActiveOverride one) {
    Instant beginning = beginning(line);
    return beginning != null && beginning.isAfter(one.setAt());
  }

  /** Returns when the whole trouble began; null if that is unknown. */
  private static @Nullable Instant beginning(JsonNode line) {
    String since = line.path("since").asString("");
    return LASTING.contains(line.path("kind").asString("")) && !since.isEmpty()
        ? Instant.parse(since)
        : null;
  }

  private static ObjectNode view(Call call, ActiveOverride one) {
    ObjectNode node = Json.object().put("by", one.setBy());
    Json.put(node, "at", one.setAt());
    Json.put(node, "until", one.value() instanceof Acknowledged seen ? seen.until() : null);
    Json.put(node, "note", call.site().redacted(one.reason()));
    return node;
  }

  /**
   * Returns the name of a trouble as it is stored.
   *
   * @param what what is in trouble, such as a type; empty if the kind says it
   */
  static String name(String kind, String what) {
    String all = what.isEmpty() ? kind : kind + " " + what;
    int most = LONGEST_NAME - 10;
    return all.length() <= most
        ? all
        : all.substring(0, most) + " " + Integer.toHexString(all.hashCode());
  }
}

package dev.baton.management.rest;

import dev.baton.handler.Retry;
import dev.baton.handler.internal.RetryNumbers;
import dev.baton.management.access.Right;
import dev.baton.management.access.Scope;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Field;
import dev.baton.management.rest.request.HttpProblem;
import dev.baton.management.rest.request.Input;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Kind;
import dev.baton.management.rest.request.Pages;
import dev.baton.management.rest.request.Route;
import dev.baton.operate.override.ActiveOverride;
import dev.baton.operate.override.Overridable;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideValue;
import dev.baton.operate.override.Overrides;
import dev.baton.operate.override.Overrides.Answer;
import dev.baton.operate.statistics.LimitsInUse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Routes for limits in use, and for the numbers of limits, rates and retries that operators set at
 * run time.
 */
final class LimitRoutes {
  private static final List<Field> TARGET =
      List.of(
          Field.choice(
                  "kind",
                  Stream.of(OverrideTarget.Kind.values())
                      .filter(kind -> kind != OverrideTarget.Kind.ACKNOWLEDGEMENT)
                      .map(Enum::name)
                      .toList(),
                  "The kind of number")
              .needed(),
          Field.text("name", 330, "A type, a type/state, or the name of a cluster limit, as listed")
              .needed(),
          TaskActionRoutes.REASON,
          Field.of("dryRun", Kind.TRUTH, "Changes nothing, but returns the result"));

  private static final String FOR_WHOM =
      "; needs the right for every task, because tasks of any type may share a limit";

  private LimitRoutes() {}

  static List<Route> all() {
    List<Field> numbers = new ArrayList<>(TARGET);
    numbers.add(
        Field.integer(
            "slots", 1, Overrides.MAX_SLOTS, "Maximum number of tasks that run at a time"));
    numbers.add(
        Field.integer("units", 1, Integer.MAX_VALUE, "Maximum number of starts in each period"));
    numbers.add(Field.of("period", Kind.DURATION, "Length of a period"));
    numbers.add(
        Field.integer(
            "burst", 1, Integer.MAX_VALUE, "Maximum number of units at once after a pause"));
    numbers.add(Field.of("delay", Kind.DURATION, "Delay before the second attempt"));
    numbers.add(Field.text("multiplier", 20, "Factor by which delays grow"));
    numbers.add(
        Field.integer(
            "attempts", 1, Overrides.MAX_ATTEMPTS, "Number of attempts, including the first"));
    numbers.add(Field.of("maxDelay", Kind.DURATION, "Maximum delay"));
    return List.of(
        Route.get(
            "/overrides",
            Right.VIEW,
            "Lists the current limits, rates and retries of this node" + FOR_WHOM,
            "OverrideList",
            LimitRoutes::overrides),
        Route.post(
                "/overrides",
                Right.CONFIGURE,
                "Sets one on all nodes until it is reset; missing fields keep their values"
                    + FOR_WHOM,
                "OverrideChange",
                LimitRoutes::override)
            .body(numbers),
        Route.post(
                "/overrides/reset",
                Right.CONFIGURE,
                "Restores the values of the code on all nodes" + FOR_WHOM,
                "OverrideChange",
                LimitRoutes::reset)
            .body(TARGET),
        Route.get(
            "/limits",
            Right.VIEW,
            "Lists the cluster limits in use, and the limits of this node; needs the right for"
                + " every task, because tasks of any type may share a limit",
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

  /** Returns the cluster limits in use. Call it only for callers who may see every task. */
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

  private static Response overrides(Call call) {
    call.caller().requireAll(Right.VIEW, Scope.everyTask());
    Overrides overrides = call.baton().operations().overrides();
    ArrayNode items = Json.array();
    List<Overridable> known = overrides.list();
    for (Overridable one : known) {
      ObjectNode item = named(items.addObject(), one.target());
      item.put("inCode", one.inCode().words());
      putSet(call, item, one.set());
    }
    for (ActiveOverride one : overrides.active()) {
      boolean isNumber = one.target().kind() != OverrideTarget.Kind.ACKNOWLEDGEMENT;
      if (isNumber && known.stream().noneMatch(other -> other.target().equals(one.target()))) {
        putSet(call, named(items.addObject(), one.target()), one);
      }
    }
    return Json.answer(Pages.of(items));
  }

  private static ObjectNode named(ObjectNode item, OverrideTarget target) {
    return item.put("kind", target.kind().name())
        .put("name", target.name())
        .put("what", target.toString());
  }

  private static void putSet(Call call, ObjectNode item, @Nullable ActiveOverride set) {
    Json.put(item, "set", set == null ? null : set.value().words());
    Json.put(item, "setBy", set == null ? null : set.setBy());
    Json.put(item, "setAt", set == null ? null : set.setAt());
    Json.put(item, "reason", set == null ? null : call.site().redacted(set.reason()));
  }

  private static Response override(Call call) {
    OverrideTarget target = target(call);
    Overrides overrides = call.operations().overrides();
    OverrideValue now =
        overrides.list().stream()
            .filter(one -> one.target().equals(target))
            .map(one -> one.set() == null ? one.inCode() : one.set().value())
            .findFirst()
            .orElse(null);
    try {
      OverrideValue value = value(call.body(), target, now);
      boolean dry = call.body().truth("dryRun");
      return answer(dry ? overrides.check(target, value) : overrides.set(target, value));
    } catch (IllegalArgumentException absurd) {
      throw new HttpProblem(400, String.valueOf(absurd.getMessage()));
    }
  }

  private static Response reset(Call call) {
    OverrideTarget target = target(call);
    Overrides overrides = call.operations().overrides();
    if (!call.body().truth("dryRun")) {
      return answer(overrides.reset(target));
    }
    Answer answer =
        overrides.active().stream()
            .filter(one -> one.target().equals(target))
            .findFirst()
            .<Answer>map(one -> new Answer.WouldChange(one.value(), null))
            .orElseGet(
                () -> new Answer.Refused(target + " has no override. The value in code applies"));
    return answer(answer);
  }

  private static OverrideTarget target(Call call) {
    call.caller().requireAll(Right.CONFIGURE, Scope.everyTask());
    return new OverrideTarget(
        OverrideTarget.Kind.valueOf(call.body().needed("kind")), call.body().needed("name"));
  }

  /**
   * Returns the new value. Missing fields keep the current value; if none exists, all fields are
   * needed.
   */
  private static OverrideValue value(
      Input body, OverrideTarget target, @Nullable OverrideValue now) {
    return switch (target.kind()) {
      case NODE_SLOTS, KEY_SLOTS, CLUSTER_SLOTS, STATE_SLOTS, STATE_KEY_SLOTS ->
          new OverrideValue.Slots(body.integer("slots", 0));
      case MUTE -> throw HttpProblem.field("kind", "is muted by /errors/mute");
      case ACKNOWLEDGEMENT -> throw HttpProblem.field("kind", "is set by /acknowledgements");
      case RATE -> {
        OverrideValue.Pace pace =
            now instanceof OverrideValue.Pace is
                ? is
                : new OverrideValue.Pace(1, Duration.ofSeconds(1), 1);
        yield new OverrideValue.Pace(
            body.integer("units", pace.units()),
            Objects.requireNonNullElse(body.duration("period"), pace.period()),
            body.integer("burst", pace.burst()));
      }
      case RETRY -> {
        OverrideValue.Backoff retry =
            now instanceof OverrideValue.Backoff is
                ? is
                : RetryNumbers.of(Retry.never()).orElseThrow();
        yield new OverrideValue.Backoff(
            Objects.requireNonNullElse(body.duration("delay"), retry.delay()),
            multiplier(body.text("multiplier"), retry.multiplier()),
            body.integer("attempts", retry.attempts()),
            Objects.requireNonNullElse(body.duration("maxDelay"), shortened(retry.maxDelay())));
      }
    };
  }

  /**
   * Returns a maximum delay that an operator may set. Without a maximum delay in code, the maximum
   * is a century, which is too long.
   */
  private static Duration shortened(Duration maxDelay) {
    Duration year = Duration.ofDays(365);
    return maxDelay.compareTo(year) > 0 ? year : maxDelay;
  }

  private static double multiplier(@Nullable String text, double otherwise) {
    try {
      return text == null ? otherwise : Double.parseDouble(text);
    } catch (NumberFormatException notOne) {
      throw HttpProblem.field("multiplier", "should be a number such as 1.5");
    }
  }

  private static Response answer(Answer answer) {
    if (answer instanceof Answer.Changed changed) {
      return answer(false, changed.before(), changed.after());
    }
    if (answer instanceof Answer.WouldChange would) {
      return answer(true, would.before(), would.after());
    }
    throw new HttpProblem(409, ((Answer.Refused) answer).reason());
  }

  private static Response answer(
      boolean dry, @Nullable OverrideValue before, @Nullable OverrideValue after) {
    ObjectNode node = Json.object().put("dryRun", dry);
    Json.put(node, "before", before == null ? null : before.words());
    Json.put(node, "after", after == null ? null : after.words());
    return Json.answer(node);
  }
}

package dev.baton.management.rest.error;

import dev.baton.api.error.ConfigurationException;
import dev.baton.management.access.Right;
import dev.baton.management.access.Scope;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.ApiContext;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Field;
import dev.baton.management.rest.request.HttpProblem;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Kind;
import dev.baton.operate.ErrorCause;
import dev.baton.operate.ErrorSample;
import dev.baton.operate.ErrorSample.Standing;
import dev.baton.operate.TaskInfo;
import dev.baton.operate.override.ActiveOverride;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideValue;
import dev.baton.operate.override.Overrides;
import dev.baton.task.row.TaskSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.node.ObjectNode;

/**
 * Routes that mute errors, so that they open no incidents. Several causes can look the same after
 * redaction, so muting one shown cause mutes all of them.
 */
final class MuteRoutes {
  static final List<Field> NAMES =
      List.of(
          Field.text("type", TaskSpec.MAX_TYPE, "The group's type").needed(),
          Field.of("cause", Kind.ID, "The group's cause").needed(),
          Field.text("reason", 500, "The reason, for people"));

  static final List<Field> FIELDS = fields();

  private MuteRoutes() {}

  private static List<Field> fields() {
    List<Field> fields = new ArrayList<>(NAMES);
    fields.add(Field.of("until", Kind.INSTANT, "End of the mute; by default until unmuted"));
    return List.copyOf(fields);
  }

  static Response mute(Call call) {
    String type = type(call);
    String cause = cause(call);
    List<ErrorSample> samples = new TypeShares(call).of(type, List.of(Standing.values()));
    Set<String> causes = new TreeSet<>();
    String text = "";
    List<TaskInfo> tasks = samples.stream().flatMap(one -> one.tasks().stream()).toList();
    for (TaskInfo task : tasks) {
      ErrorCause shown = ErrorCause.of(ErrorRoutes.shown(call, task));
      if (shown.id().equals(cause)) {
        causes.add(ErrorCause.of(task.error().orElse("")).id());
        text = shown.text();
      }
    }
    if (causes.isEmpty()) {
      throw new HttpProblem(409, "No task of type " + type + " has this error now");
    }
    OverrideValue value = new OverrideValue.Mute(call.body().instant("until"), text);
    Overrides overrides = call.operations().overrides();
    for (String one : causes) {
      if (overrides.set(OverrideTarget.mute(type, one), value)
          instanceof Overrides.Answer.Refused refused) {
        throw new HttpProblem(409, refused.reason());
      }
    }
    return answer(causes.size());
  }

  static Response unmute(Call call) {
    String type = type(call);
    List<ActiveOverride> muted =
        all(call).stream().filter(one -> isOf(one, type, cause(call))).toList();
    Overrides overrides = call.operations().overrides();
    muted.forEach(one -> overrides.reset(one.target()));
    return answer(muted.size());
  }

  private static Response answer(int causes) {
    return Json.answer(Json.object().put("causes", causes));
  }

  private static String cause(Call call) {
    return String.valueOf(call.body().id("cause"));
  }

  private static String type(Call call) {
    String type = call.body().needed("type");
    call.caller().requireAll(Right.CONFIGURE, new Scope(type, null, null));
    return type;
  }

  /** Returns the mutes of types whose tasks the caller may see. */
  static List<ActiveOverride> all(Call call) {
    List<ActiveOverride> set;
    try {
      set = call.baton().operations().overrides().active();
    } catch (ConfigurationException withoutOverrides) {
      return List.of();
    }
    return set.stream()
        .filter(one -> one.value() instanceof OverrideValue.Mute)
        .filter(
            one ->
                call.caller().mayAll(Right.VIEW, new Scope(one.target().mutedType(), null, null)))
        .toList();
  }

  static Optional<ActiveOverride> of(List<ActiveOverride> mutes, String type, String cause) {
    return mutes.stream().filter(one -> isOf(one, type, cause)).findFirst();
  }

  private static boolean isOf(ActiveOverride one, String type, String cause) {
    return one.target().mutedType().equals(type)
        && one.value() instanceof OverrideValue.Mute mute
        && new ErrorCause(mute.cause()).id().equals(cause);
  }

  static ObjectNode view(ApiContext site, ActiveOverride one) {
    ObjectNode node = Json.object().put("by", one.setBy());
    Json.put(node, "since", one.setAt());
    Json.put(node, "until", ((OverrideValue.Mute) one.value()).until());
    Json.put(node, "reason", site.redacted(one.reason()));
    return node;
  }
}

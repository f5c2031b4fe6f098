package dev.baton.management.rest;

import dev.baton.api.internal.RequestFields;
import dev.baton.management.access.Right;
import dev.baton.management.access.Scope;
import dev.baton.management.access.Subject;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Field;
import dev.baton.management.rest.request.HttpProblem;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Pages;
import dev.baton.management.rest.request.Route;
import dev.baton.management.rest.request.TaskLookup;
import dev.baton.management.rest.request.VisiblePages;
import dev.baton.operate.Cursor;
import dev.baton.operate.Page;
import dev.baton.operate.TaskInfo;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleState;
import dev.baton.schedule.ScheduleTroubles;
import dev.baton.schedule.Schedules;
import dev.baton.task.Bytes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Routes for schedules. */
final class ScheduleRoutes {
  private static final String NAMED = "/schedules/{name}";

  private static final Field REASON = TaskActionRoutes.REASON;

  private ScheduleRoutes() {}

  static List<Route> all() {
    List<Field> definition = new ArrayList<>(ScheduleFields.ALL);
    definition.add(REASON);
    return List.of(
        Route.get(
                "/schedules",
                Right.VIEW,
                "Lists schedules in the order of their names",
                "SchedulePage",
                ScheduleRoutes::list)
            .query(
                List.of(Field.text("after", 120, "Only schedules with later names"), Pages.LIMIT)),
        Route.get(
            NAMED,
            Right.VIEW,
            "Returns one schedule with its latest runs: at most "
                + (ScheduleState.MAX_EARLIER + 1)
                + ", if they still exist",
            "Schedule",
            ScheduleRoutes::one),
        Route.post(
                NAMED,
                Right.CONFIGURE,
                "Adds or changes the schedule; also needs the right ADD for its tasks",
                "Schedule",
                ScheduleRoutes::put)
            .method("PUT")
            .body(definition),
        Route.post(NAMED, Right.CONFIGURE, "Deletes the schedule", "Gone", ScheduleRoutes::remove)
            .method("DELETE")
            .body(List.of(REASON)),
        change(
            "run",
            "Adds one task now, in addition to the ticks; also needs the right ADD for it",
            Schedules::runNow),
        change("pause", "Pauses the schedule until it is resumed", Schedules::pause),
        change("resume", "Resumes the schedule", Schedules::resume),
        change("end", "Ends the schedule but keeps it", (all, name) -> all.end(name)));
  }

  /** A change of a schedule. Its result is ignored, because the schedule is read again. */
  @FunctionalInterface
  private interface Deed {
    Object with(Schedules schedules, String name);
  }

  private static Route change(String verb, String about, Deed deed) {
    return Route.post(
            NAMED + "/" + verb,
            Right.CONFIGURE,
            about,
            "Schedule",
            call -> {
              ScheduleState state = at(call, Right.CONFIGURE);
              if (verb.equals("run")) {
                requireAdd(call, state.schedule());
              }
              deed.with(call.schedules(), state.name());
              return answer(call, state.name());
            })
        .body(List.of(REASON));
  }

  private static Response list(Call call) {
    call.require(Right.VIEW);
    String name = call.query().text("after");
    Page<ScheduleState> visible =
        new VisiblePages<ScheduleState>(
                (after, size) -> VisiblePages.read(call.baton().schedules().list(), after, size),
                state -> may(call, Right.VIEW, state.schedule()),
                state -> Cursor.name(state.name()))
            .page(name == null ? null : Cursor.name(name), Pages.limit(call.query()));
    List<ScheduleState> shown = visible.items();
    Set<UUID> runs = new TreeSet<>();
    shown.forEach(state -> runs.addAll(runsOf(state)));
    Map<UUID, TaskInfo> found = TaskLookup.visible(call, runs);
    Predicate<UUID> nameable = call.caller().seesEverything() ? id -> true : found::containsKey;
    ScheduleTroubles troubles = call.baton().schedules().troubles();
    Pausers pausers = new Pausers(call);
    ArrayNode items = Json.array();
    for (ScheduleState state : shown) {
      ObjectNode item = view(state, nameable);
      results(item, state, found);
      trouble(item, state, troubles, pausers);
      items.add(item);
    }
    ObjectNode page = Pages.of(items);
    Json.put(page, "next", visible.next().map(Cursor::name).orElse(null));
    return Json.answer(page);
  }

  /** Adds the statuses of the latest runs that still exist, the latest first. */
  private static void results(ObjectNode node, ScheduleState state, Map<UUID, TaskInfo> found) {
    ArrayNode results = node.putArray("results");
    for (UUID id : runsOf(state)) {
      TaskInfo run = found.get(id);
      if (run != null) {
        ObjectNode result = results.addObject();
        Json.put(result, "task", id);
        Json.put(result, "status", run.status());
      }
    }
  }

  /** Adds what is wrong with the schedule, since when, and who paused it. */
  private static void trouble(
      ObjectNode node, ScheduleState state, ScheduleTroubles troubles, Pausers pausers) {
    // The troubles may be some seconds older than the schedule.
    ScheduleTroubles.Item item =
        troubles.items().stream()
            .filter(one -> one.schedule().name().equals(state.name()))
            .filter(one -> one.schedule().paused() == state.paused())
            .findFirst()
            .orElse(null);
    if (item == null) {
      return;
    }
    Instant since = item.since();
    if (item.kind() == ScheduleTroubles.Kind.PAUSED) {
      Pausers.Pauser pauser = pausers.of(state, troubles.takenAt());
      since = pauser == null ? null : pauser.at();
      Json.put(node, "pausedBy", pauser == null ? null : pauser.name());
    }
    Json.put(node, "trouble", item.kind());
    Json.put(node, "troubleSince", since);
  }

  private static Response one(Call call) {
    return answer(call, at(call, Right.VIEW).name());
  }

  private static Response put(Call call) {
    String name = call.path("name");
    call.require(Right.CONFIGURE);
    Optional<ScheduleState> there = call.baton().schedules().find(name);
    there.ifPresent(
        state -> {
          if (!may(call, Right.CONFIGURE, state.schedule())) {
            throw may(call, Right.VIEW, state.schedule())
                ? HttpProblem.forbidden(Right.CONFIGURE)
                : new HttpProblem(409, "This name isn't available; choose another");
          }
        });
    Schedule schedule =
        call.baton()
            .schedules()
            .complete(
                ScheduleFields.read(
                    name, call.body(), there.map(ScheduleState::schedule).orElse(null)));
    if (!may(call, Right.CONFIGURE, schedule)) {
      RequestFields run = RequestFields.of(schedule.request());
      throw HttpProblem.forbiddenForAll(
          Right.CONFIGURE, new Scope(run.type(), run.bucket(), run.key()));
    }
    requireAdd(call, schedule);
    try {
      call.schedules().put(schedule);
    } catch (IllegalArgumentException wrong) {
      throw new HttpProblem(400, String.valueOf(wrong.getMessage()));
    }
    return answer(call, name);
  }

  private static Response remove(Call call) {
    ScheduleState state = at(call, Right.CONFIGURE);
    boolean gone = call.schedules().remove(state.name());
    return Json.answer(Json.object().put("removed", gone));
  }

  private static ScheduleState at(Call call, Right right) {
    call.require(right);
    String name = call.path("name");
    ScheduleState state =
        call.baton().schedules().find(name).orElseThrow(ScheduleRoutes::noSchedule);
    if (!may(call, right, state.schedule())) {
      throw may(call, Right.VIEW, state.schedule()) ? HttpProblem.forbidden(right) : noSchedule();
    }
    return state;
  }

  private static HttpProblem noSchedule() {
    return new HttpProblem(404, "This schedule doesn't exist, or you may not see it");
  }

  /** Returns whether the caller may do this with each task that the schedule adds. */
  static boolean may(Call call, Right right, Schedule schedule) {
    RequestFields run = RequestFields.of(schedule.request());
    String bucket = run.bucket();
    return bucket == null
        // Without a bucket in the definition, the bucket of its tasks is unknown until they are
        // added.
        ? call.caller().mayAll(right, new Scope(run.type(), null, run.key()))
        : call.caller().may(right, new Subject(run.type(), bucket, run.key(), null));
  }

  /** Refuses a caller who may not add the schedule's tasks. */
  private static void requireAdd(Call call, Schedule schedule) {
    RequestFields run = RequestFields.of(schedule.request());
    call.require(Right.ADD);
    if (!AddRight.covers(call, run)) {
      throw HttpProblem.forbiddenForAll(Right.ADD, new Scope(run.type(), run.bucket(), run.key()));
    }
  }

  private static Response answer(Call call, String name) {
    ScheduleState state =
        call.baton().schedules().find(name).orElseThrow(ScheduleRoutes::noSchedule);
    if (!may(call, Right.VIEW, state.schedule())) {
      return Json.answer(Json.object().put("name", name));
    }
    List<TaskInfo> runs = lastRuns(call, state);
    boolean seesEverything = call.caller().seesEverything();
    ObjectNode node =
        view(state, id -> seesEverything || runs.stream().anyMatch(run -> run.id().equals(id)));
    node.set("lastRuns", TaskRoutes.rows(call, runs));
    trouble(node, state, call.baton().schedules().troubles(), new Pausers(call));
    return Json.answer(node);
  }

  /** Returns the latest runs first, without those that no longer exist. */
  private static List<TaskInfo> lastRuns(Call call, ScheduleState state) {
    List<UUID> ids = runsOf(state);
    Map<UUID, TaskInfo> found = TaskLookup.visible(call, Set.copyOf(ids));
    return ids.stream().map(found::get).filter(Objects::nonNull).toList();
  }

  /** Returns the tasks of the remembered runs, the latest first. */
  private static List<UUID> runsOf(ScheduleState state) {
    @Nullable UUID latest = state.past().lastTask();
    if (latest == null) {
      return List.of();
    }
    List<UUID> ids = new ArrayList<>(List.of(latest));
    ids.addAll(state.past().earlierTasks());
    return ids;
  }

  private static ObjectNode view(ScheduleState state, Predicate<UUID> nameable) {
    Schedule schedule = state.schedule();
    RequestFields request = RequestFields.of(schedule.request());
    ObjectNode node = Json.object().put("name", state.name()).put("version", state.version());
    node.put("timing", schedule.timing().text());
    Json.put(node, "fault", schedule.timing().fault());
    Json.put(node, "missed", schedule.missed());
    Json.put(node, "overlap", schedule.overlap());
    Json.put(node, "jitter", schedule.jitter());
    node.put("paused", state.paused()).put("over", state.isOver());
    Json.put(node, "nextTick", state.nextTick());
    Json.put(node, "dueAt", state.dueAt());
    Json.put(node, "lastTick", state.past().lastTick());
    UUID lastTask = state.past().lastTask();
    Json.put(node, "lastTask", lastTask != null && nameable.test(lastTask) ? lastTask : null);
    node.put("runCount", state.past().runs()).put("skipCount", state.past().skips());
    node.put("declared", state.declared() != null);
    ObjectNode runs = node.putObject("runs");
    runs.put("type", request.type());
    Json.put(runs, "subType", request.subType());
    Json.put(runs, "bucket", request.bucket());
    Json.put(runs, "key", request.key().isEmpty() ? null : request.key());
    runs.put("priority", request.priority());
    Bytes payload = request.payload();
    runs.put("payloadSize", payload == null ? 0 : payload.length());
    return node;
  }
}

package dev.baton.management.rest;

import dev.baton.api.AddResult;
import dev.baton.api.TaskRequest;
import dev.baton.api.Tasks;
import dev.baton.api.Unique;
import dev.baton.api.error.CommitUnknownException;
import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.api.internal.RequestFields;
import dev.baton.management.access.Right;
import dev.baton.management.access.Scope;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Field;
import dev.baton.management.rest.request.HttpProblem;
import dev.baton.management.rest.request.Input;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Kind;
import dev.baton.management.rest.request.Route;
import dev.baton.management.rest.request.TaskLookup;
import dev.baton.operate.OperatorNote;
import dev.baton.spi.Transactions;
import dev.baton.task.Bytes;
import dev.baton.task.internal.Labels;
import dev.baton.task.internal.TaskSpec;
import dev.baton.task.internal.TaskTraits;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Adding a task, for services in other languages: by the names that baton_add has in SQL. */
final class AddRoute {
  private static final List<Field> BODY =
      PayloadFields.with(
          Field.text("type", TaskSpec.MAX_TYPE, "Its type").needed(),
          Field.text("subType", TaskSpec.MAX_TYPE, "Its sub-type"),
          Field.text("bucket", 60, "Its bucket; its type's by default"),
          Field.text("key", 200, "Its flow key"),
          Field.integer("priority", 0, 9, "Its priority; 5 by default"),
          Field.text("state", 60, "Its state at the start"),
          Field.of("delay", Kind.DURATION, "Runs so much later"),
          Field.of("runAt", Kind.INSTANT, "When it runs, instead of a delay"),
          Field.of("id", Kind.ID, "An id of the caller's own"),
          Field.text("uniqueKey", 250, "A text that one live task of its type may have"),
          Field.integer("uniqueForSeconds", 0, 315_360_000, "The key stays taken for so long"),
          Field.of("uniqueWhileKept", Kind.TRUTH, "The key is taken while the task is kept"),
          Field.of("correlation", Kind.ID, "Its chain"),
          Field.of("held", Kind.TRUTH, "Doesn't run until it is released"),
          Field.of("ordered", Kind.TRUTH, "Runs in the order of its key; its type's by default"),
          Field.of("labels", Kind.JSON, "An object: names and their values, texts"),
          Field.integer("payloadVersion", 1, 999_999_999, "The payload's version; 1 by default"),
          Field.of("dryRun", Kind.TRUTH, "Checks all and adds nothing"),
          TaskActionRoutes.REASON);

  private AddRoute() {}

  static Route route() {
    return Route.post(
            "/tasks",
            Right.ADD,
            "Adds a task, unless one has its id or unique key: then that one is answered",
            "Added",
            AddRoute::add)
        .body(BODY);
  }

  private static Response add(Call call) {
    call.require(Right.ADD);
    TaskRequest<?, ?> given = request(call.body());
    TaskRequest<?, ?> request = inItsBucket(call, given);
    RequestFields said = RequestFields.of(request);
    if (!AddRight.covers(call, said)) {
      throw HttpProblem.forbiddenForAll(Right.ADD, scope(given));
    }
    AddRight.requireForOwnNames(call, said);
    @Nullable UUID own = said.id();
    if (own != null && !mayKnow(call, own)) {
      throw taken();
    }
    boolean dry = call.body().truth("dryRun");
    AddResult result = dry ? tried(call, request) : added(call, request);
    UUID id = result.taskId();
    if (!result.wasAdded() && !mayKnow(call, id)) {
      throw taken();
    }
    if (dry && result.wasAdded()) {
      return Json.answer(Json.object().put("verdict", "WOULD_ADD"));
    }
    return Json.answer(
        Json.object()
            .put("verdict", result.wasAdded() ? "ADDED" : "EXISTS")
            .put("id", id.toString()));
  }

  private static HttpProblem taken() {
    return new HttpProblem(409, "That id or unique key can't be had; choose another");
  }

  /** The task and what the audit says of it are written together, where there are transactions. */
  private static AddResult added(Call call, TaskRequest<?, ?> request) {
    Tasks tasks = call.baton().tasks();
    AtomicReference<@Nullable UUID> tried = new AtomicReference<>();
    try {
      return within(
          call,
          transaction -> {
            AddResult result = tasks.add(transaction, request);
            if (result.wasAdded()) {
              tried.set(result.taskId());
              call.operations().note(transaction, note(result, request));
            }
            return result;
          });
    } catch (CommitUnknownException unknown) {
      UUID id = tried.get();
      throw id == null ? unknown : HttpProblem.inDoubt(id).about(call.site().task(id));
    } catch (ConfigurationException noTransactions) {
      AddResult alone = checked(() -> tasks.add(request));
      if (alone.wasAdded()) {
        call.operations().note(note(alone, request));
      }
      return alone;
    }
  }

  private static OperatorNote note(AddResult result, TaskRequest<?, ?> request) {
    return OperatorNote.of("ADD").task(result.taskId(), 1).detail(request.type().name());
  }

  /** Adds it in a transaction that is rolled back: so all is checked that an add checks. */
  private static AddResult tried(Call call, TaskRequest<?, ?> request) {
    try {
      return within(
          call,
          transaction -> {
            throw new Tried(
                call.baton().tasks().add(transaction, RequestFields.withoutLocalDispatch(request)));
          });
    } catch (Tried tried) {
      return tried.result;
    }
  }

  /** Ends the transaction of a dry run. */
  private static final class Tried extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient AddResult result;

    Tried(AddResult result) {
      super("A dry run adds nothing", null, false, false);
      this.result = result;
    }
  }

  private static AddResult within(Call call, Transactions.Work<AddResult> work) {
    return checked(
        () -> {
          try {
            return call.baton().transactions().call(work);
          } catch (RuntimeException known) {
            throw known;
          } catch (Exception unknown) {
            throw new IllegalStateException(unknown);
          }
        });
  }

  /** Who may add such a task, too: a service that asks twice must learn that it is there. */
  private static boolean mayKnow(Call call, UUID id) {
    return TaskLookup.find(call, id).stream()
        .allMatch(
            there -> call.caller().may(Right.VIEW, there) || call.caller().may(Right.ADD, there));
  }

  /** Who may add it depends on the bucket, and only the type's definition knows that. */
  private static TaskRequest<?, ?> inItsBucket(Call call, TaskRequest<?, ?> request) {
    if (RequestFields.of(request).bucket() != null) {
      return request;
    }
    @Nullable String bucket = AddRight.definedBucket(call, request.type().name());
    if (bucket == null) {
      // Whoever may not add it in every bucket isn't told whether the type is known here.
      call.caller().requireAll(Right.ADD, scope(request));
      throw HttpProblem.field(
          "bucket", "is missing: this node doesn't know the type, so say where its tasks run");
    }
    return request.bucket(bucket);
  }

  /** What was said of where it goes; not what the type's definition says. */
  private static Scope scope(TaskRequest<?, ?> request) {
    RequestFields said = RequestFields.of(request);
    return new Scope(said.type(), said.bucket(), said.key());
  }

  private static TaskRequest<?, ?> request(Input body) {
    Bytes payload = PayloadFields.isSaid(body) ? PayloadFields.read(body, "") : null;
    TaskRequest<?, ?> request = RequestFields.request(body.needed("type"), payload);
    request = places(request, body);
    long version = body.integer("payloadVersion", 1);
    if (version != 1) {
      TaskTraits traits = RequestFields.of(request).traits();
      request = RequestFields.withTraits(request, traits.withPayloadForm("v" + version));
    }
    request = unique(request, body);
    @Nullable JsonNode labels = body.json("labels");
    return labels == null ? request : labelled(request, labels);
  }

  private static TaskRequest<?, ?> places(TaskRequest<?, ?> start, Input body) {
    TaskRequest<?, ?> request = ScheduleFields.placed(start, body);
    @Nullable UUID chain = body.id("correlation");
    request = chain == null ? request : request.correlationId(chain);
    request = body.truth("held") ? request.onHold() : request;
    request = body.truth("ordered") ? RequestFields.ordered(request) : request;
    @Nullable Instant runAt = body.instant("runAt");
    @Nullable Duration delay = body.duration("delay");
    if (runAt != null && delay != null) {
      throw HttpProblem.field("delay", "can't be said beside runAt");
    }
    request = runAt == null ? request : request.runAt(runAt);
    return delay == null ? request : request.runIn(delay);
  }

  private static TaskRequest<?, ?> unique(TaskRequest<?, ?> start, Input body) {
    @Nullable UUID id = body.id("id");
    @Nullable String key = body.text("uniqueKey");
    boolean whileKept = body.truth("uniqueWhileKept");
    int seconds = body.integer("uniqueForSeconds", 0);
    if (key == null) {
      if (whileKept || seconds > 0) {
        throw HttpProblem.field("uniqueKey", "is missing");
      }
      return id == null ? start : start.id(id);
    }
    if (whileKept && seconds > 0) {
      throw HttpProblem.field("uniqueForSeconds", "can't be said beside uniqueWhileKept");
    }
    Unique unique =
        whileKept ? Unique.whileKept(key) : Unique.forAtLeast(Duration.ofSeconds(seconds), key);
    return start.unique(id == null ? unique : Unique.id(id).and(unique));
  }

  private static TaskRequest<?, ?> labelled(TaskRequest<?, ?> start, JsonNode labels) {
    if (!labels.isObject()) {
      throw HttpProblem.field("labels", "should be an object");
    }
    if (labels.size() > Labels.MAX_LABELS) {
      throw HttpProblem.field("labels", "should have at most " + Labels.MAX_LABELS + " names");
    }
    TaskRequest<?, ?> request = start;
    for (Map.Entry<String, JsonNode> label : labels.properties()) {
      if (!label.getValue().isString()) {
        throw HttpProblem.field("labels", "should have texts as values");
      }
      request = request.label(label.getKey(), label.getValue().stringValue());
    }
    return request;
  }

  /** What is done by somebody who refuses what can't be. */
  @FunctionalInterface
  private interface Adding {
    AddResult add();
  }

  private static AddResult checked(Adding adding) {
    try {
      return adding.add();
    } catch (IllegalArgumentException wrong) {
      throw new HttpProblem(400, String.valueOf(wrong.getMessage()));
    } catch (RequestRefusedException refused) {
      Throwable cause = refused.getCause();
      if (cause != null && !(cause instanceof IllegalArgumentException)) {
        // The database's own words may quote the task: the dispatcher redacts them.
        throw refused;
      }
      throw new HttpProblem(400, String.valueOf(refused.getMessage()));
    }
  }
}

package dev.baton.engine.add;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.api.internal.OnDuplicate;
import dev.baton.api.internal.RequestFields;
import dev.baton.api.internal.StoredType;
import dev.baton.cluster.BucketOptions;
import dev.baton.cluster.NodeSettings;
import dev.baton.engine.attempt.scope.TaskScope;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.dispatch.Buckets;
import dev.baton.handler.internal.Definition;
import dev.baton.limit.internal.LimitPolicies;
import dev.baton.spi.Capability;
import dev.baton.spi.WaitStore;
import dev.baton.task.Bytes;
import dev.baton.task.Flow;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.TaskKey;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.row.When;
import dev.baton.task.rule.AddRules;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.Waits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns requests into new tasks: the first half of request → row. It checks each request, gives it
 * an id, and chooses its bucket and first status.
 */
public final class NewTasks {
  /**
   * If one call adds more tasks than this, claims in batches cost less than starting each task
   * directly.
   */
  private static final int MAX_DISPATCHED_LOCALLY = 20;

  private static final Logger LOG = LoggerFactory.getLogger(NewTasks.class);

  private final NodeContext node;
  private final Buckets buckets;
  private final LocalDispatch localDispatch;
  private final TaskIds ids;

  /** Types with a limit per key for which a task without a key was added. */
  private final Set<String> withoutKey = ConcurrentHashMap.newKeySet();

  public NewTasks(NodeContext node, Buckets buckets, LocalDispatch localDispatch) {
    this.node = node;
    this.buckets = buckets;
    this.localDispatch = localDispatch;
    this.ids = new TaskIds(node.runtime());
  }

  /**
   * @param reportsEnd true if the transaction reports its end; otherwise the insert can't claim its
   *     tasks
   * @throws IllegalArgumentException if a request is invalid; the message says why
   */
  List<NewTask> of(List<RequestFields> requests, boolean reportsEnd) {
    boolean mayDispatchLocally =
        reportsEnd
            && requests.size() <= MAX_DISPATCHED_LOCALLY
            && localDispatch.hasRoomFor(requests.size());
    List<NewTask> tasks = new ArrayList<>(requests.size());
    for (RequestFields request : requests) {
      tasks.add(of(request, mayDispatchLocally));
    }
    refuseWaitingForLaterTasks(tasks);
    return tasks;
  }

  /**
   * Reads a request. If the type is ordered on this node, the task is ordered even if the request
   * names only the type's name.
   *
   * @throws RequestRefusedException if this node handles the type with another payload class
   */
  RequestFields read(TaskRequest<?, ?> request) {
    TaskType<?, ?> handled = handled(request.type().name());
    if (handled == null) {
      return RequestFields.of(request, node.codec());
    }
    requireSamePayload(request.type(), handled);
    return RequestFields.of(
        StoredType.of(handled).isOrdered() ? RequestFields.ordered(request) : request,
        node.codec());
  }

  /**
   * Returns the {@code TaskType} of the definition that has this name as its first name. Returns
   * null if there is none. Other names that a definition serves don't count.
   */
  private @Nullable TaskType<?, ?> handled(String name) {
    Definition definition = node.definitions().find(name);
    return definition != null && definition.type().equals(name) ? definition.typed() : null;
  }

  /**
   * Throws if the payload has another class than the handler expects. A request that names only the
   * type has no payload class, or that of bytes. Its handler checks the payload later.
   */
  private static void requireSamePayload(TaskType<?, ?> requested, TaskType<?, ?> handled) {
    Class<?> given = requested.payloadClass();
    Class<?> expected = handled.payloadClass();
    if (given != expected
        && given != Void.class
        && given != Bytes.class
        && expected != Bytes.class
        && !StoredType.of(handled).readsPayloadsOf(given)) {
      throw new RequestRefusedException(
          "The request of type "
              + requested.name()
              + " carries a "
              + given.getName()
              + ", but this node handles that type with a "
              + expected.getName()
              + ". Nothing was written. Make the request with the TaskType that the definition was"
              + " made with, if possible one constant that both share. Or give one of the two"
              + " another name");
    }
  }

  private NewTask of(RequestFields request, boolean mayDispatchLocally) {
    requireSense(request);
    if (!request.labels().isEmpty() && node.stores().operations() == null) {
      throw Capability.OPERATIONS.missing(request + ", which has labels,", "Add it without them");
    }
    UUID id = request.id() == null ? ids.next() : request.id();
    Definition definition = node.definitions().find(request.type());
    if (definition != null && request.key().isEmpty()) {
      warnOfMissingKey(definition);
    }
    TaskSpec spec = spec(request, bucket(request, definition));
    NextPosition placement =
        mayDispatchLocally && definition != null && handsOff(request, definition, spec)
            ? claimed(request, definition)
            : placement(request);
    return new NewTask(id, spec, placement, keys(request), waits(request), request.labels());
  }

  /**
   * Warns once for each definition. If the caller has forgotten the keys, all these tasks share the
   * slots of one key.
   */
  private void warnOfMissingKey(Definition definition) {
    if (LimitPolicies.isPerKey(definition.limitPolicy()) && withoutKey.add(definition.type())) {
      LOG.warn(
          "A task of type {} was added without a key, but the type has a limit per key. All its"
              + " tasks without a key share the slots of one key. Give the type"
              + " TaskType.key(...), or the request key(...). Baton logs this once",
          Texts.line(definition.type()));
    }
  }

  private @Nullable Waits waits(RequestFields request) {
    if (!isToWait(request)) {
      return null;
    }
    if (request.isOnHold()) {
      throw new IllegalArgumentException(
          request
              + " can't be added on hold if it also waits for other tasks, or for its turn. Add it"
              + " without onHold(), then call Operations.hold");
    }
    WaitStore store = node.stores().waits();
    if (store == null) {
      throw Capability.WAITS.missing(
          request + ", which waits for others or for its turn,", "Add it when they are done");
    }
    if (request.isOrdered() && !store.keepsOrder()) {
      throw new ConfigurationException(
          request
              + " can't wait for its turn, because this node's store keeps no order among the tasks"
              + " of a key. Let each wait for the one before it with waitForDone(...), or use a"
              + " store that keeps order: JdbcStore.of(dataSource)");
    }
    NodeSettings settings = node.settings();
    return new Waits(
        request.mustBeDone(),
        request.mustHaveEnded(),
        request.isOrdered(),
        settings.hintExpiry(),
        settings.keepFailed());
  }

  /**
   * Returns whether the task may have to wait for other tasks or for its turn. The store knows the
   * earlier tasks of an order only when it adds the task.
   */
  static boolean isToWait(RequestFields request) {
    return request.isOrdered()
        || !request.mustBeDone().isEmpty()
        || !request.mustHaveEnded().isEmpty();
  }

  /**
   * Throws if a task waits for one that is later in the list. Tasks that wait only for earlier ones
   * can't wait for each other in a cycle.
   */
  private static void refuseWaitingForLaterTasks(List<NewTask> tasks) {
    Set<UUID> notBefore = new HashSet<>();
    for (int i = tasks.size() - 1; i >= 0; i--) {
      NewTask task = tasks.get(i);
      notBefore.add(task.id());
      Waits waits = task.waits();
      if (waits == null) {
        continue;
      }
      for (Set<UUID> named : List.of(waits.done(), waits.ended())) {
        named.stream()
            .filter(notBefore::contains)
            .findFirst()
            .ifPresent(
                later -> {
                  throw new IllegalArgumentException(
                      "Task "
                          + task.id()
                          + " of type "
                          + task.spec().type()
                          + " waits for "
                          + later
                          + ", which is added after it. Put that one first in the list");
                });
      }
    }
  }

  private static void requireSense(RequestFields request) {
    if (request.isOrdered()) {
      requireOrder(request);
    }
    if (request.onDuplicate() instanceof OnDuplicate.Debounce && request.runAt() != null) {
      throw new IllegalArgumentException(
          "A debounced task of type "
              + request.type()
              + " gets its time from the debounce. Leave out runIn and runAt");
    }
  }

  private static void requireOrder(RequestFields request) {
    if (request.key().isEmpty()) {
      throw new IllegalArgumentException(
          "A task of type "
              + request.type()
              + " is ordered but has no key. Order is kept per key, so call key(...)");
    }
    if (request.onDuplicate() instanceof OnDuplicate.Debounce
        || request.onDuplicate() instanceof OnDuplicate.RunAgain) {
      throw new IllegalArgumentException(
          request
              + " is ordered, so it can't be debounced or run again, because its place in"
              + " the order would change. Let it join the existing task, or be merged into it");
    }
  }

  private boolean handsOff(RequestFields request, Definition definition, TaskSpec spec) {
    return request.mayDispatchLocally()
        && request.onDuplicate() instanceof OnDuplicate.Join
        && definition.mayDispatchLocally()
        && request.runAt() == null
        && !request.isOnHold()
        && !isToWait(request)
        && !node.pauses().cover(spec.bucket(), spec.flow())
        && buckets.isIdle(spec.bucket(), spec.flow());
  }

  private NextPosition claimed(RequestFields request, Definition definition) {
    UUID owner = request.id() == null ? node.owners().ofNewIds() : node.owners().next();
    Duration lease = node.settings().lease();
    return AddRules.claimed(owner, lease, definition.onLost().limit(), request.state());
  }

  private NextPosition placement(RequestFields request) {
    NodeSettings settings = node.settings();
    // A held or waiting task keeps its due time. It applies once the task is released.
    if (request.isOnHold() || isToWait(request)) {
      return AddRules.waiting(request.runAt(), request.state());
    }
    if (request.onDuplicate() instanceof OnDuplicate.Debounce debounce) {
      return AddRules.later(When.in(debounce.delay()), request.state());
    }
    return request.runAt() == null
        ? AddRules.now(settings.hintExpiry(), request.state())
        : AddRules.later(request.runAt(), request.state());
  }

  private String bucket(RequestFields request, @Nullable Definition definition) {
    if (request.bucket() != null) {
      buckets.require(request.bucket(), request.type());
      return request.bucket();
    }
    return definition == null ? BucketOptions.DEFAULT : definition.bucket();
  }

  private TaskSpec spec(RequestFields request, String bucket) {
    TaskScope scope = TaskScope.current();
    Map<String, String> context = new TreeMap<>();
    if (scope != null) {
      context.putAll(scope.context());
    }
    context.putAll(request.context());
    return new TaskSpec(
        new Flow(request.type(), request.key()),
        request.subType(),
        bucket,
        request.priority(),
        request.payload(),
        context,
        request.traits(),
        new TaskSpec.Origin(scope == null ? null : scope.taskId(), correlation(request, scope)),
        request.id() != null || request.uniqueKey() != null);
  }

  /**
   * Returns the correlation id; null for the first task of a chain, whose own id serves as the
   * correlation id. Most tasks have no chain, so null saves space.
   */
  private static @Nullable UUID correlation(RequestFields request, @Nullable TaskScope scope) {
    if (request.correlationId() != null) {
      return request.correlationId();
    }
    return scope == null ? null : scope.correlationId();
  }

  private static List<TaskKey> keys(RequestFields request) {
    List<TaskKey> keys = new ArrayList<>(2);
    if (request.id() != null) {
      TaskKey.KeyRetention whileKept = new TaskKey.KeyRetention(Duration.ZERO, true);
      keys.add(new TaskKey(TaskKey.Kind.ID, request.id().toString(), whileKept));
    }
    String unique = request.uniqueKey();
    if (unique != null) {
      // A type contains no control characters, so this text can't equal a key of another type.
      String text = request.type() + "\n" + unique;
      keys.add(new TaskKey(TaskKey.Kind.UNIQUE, text, request.keyRetention()));
    }
    return keys;
  }
}

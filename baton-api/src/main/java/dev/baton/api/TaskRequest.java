package dev.baton.api;

import dev.baton.task.Bytes;
import dev.baton.task.Labels;
import dev.baton.task.TaskSpec;
import dev.baton.task.When;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request to add a task. Immutable: each method answers a changed copy. Values are checked when
 * the task is added, before anything is written.
 */
public final class TaskRequest {
  /** The priority of a task that names none. */
  public static final int DEFAULT_PRIORITY = 5;

  /** Names in the carried context that begin so are Baton's, and aren't carried further. */
  public static final String RESERVED_CONTEXT = "baton.";

  private static final Uniqueness WHILE_LIVE = Uniqueness.whileLive();
  private static final OnDuplicate JOIN = OnDuplicate.join();

  private String type;
  private @Nullable String subType;
  private @Nullable String bucket;
  private String key = "";
  private int priority = DEFAULT_PRIORITY;
  private @Nullable Bytes payload;
  private @Nullable When runAt;
  private @Nullable UUID id;
  private @Nullable String uniqueKey;
  private Uniqueness uniqueness = WHILE_LIVE;
  private OnDuplicate onDuplicate = JOIN;
  private @Nullable UUID correlationId;
  private Map<String, String> context = Map.of();
  private Map<String, String> labels = Map.of();
  private String state = "";
  private boolean held;
  private boolean localDispatch = true;
  private Set<UUID> after = Set.of();
  private Set<UUID> afterEnded = Set.of();

  private TaskRequest(String type) {
    this.type = type;
  }

  private TaskRequest(TaskRequest from) {
    type = from.type;
    subType = from.subType;
    bucket = from.bucket;
    key = from.key;
    priority = from.priority;
    payload = from.payload;
    runAt = from.runAt;
    id = from.id;
    uniqueKey = from.uniqueKey;
    uniqueness = from.uniqueness;
    onDuplicate = from.onDuplicate;
    correlationId = from.correlationId;
    context = from.context;
    labels = from.labels;
    state = from.state;
    held = from.held;
    localDispatch = from.localDispatch;
    after = from.after;
    afterEnded = from.afterEnded;
  }

  /** A task of this type, to run now, with priority 5 and no payload. */
  public static TaskRequest of(String type) {
    return new TaskRequest(type);
  }

  /** A word for people and filters, not used by the engine. */
  public TaskRequest subType(String subType) {
    TaskRequest copy = new TaskRequest(this);
    copy.subType = subType;
    return copy;
  }

  /** The bucket to run in, instead of the one the type's definition names. */
  public TaskRequest bucket(String bucket) {
    TaskRequest copy = new TaskRequest(this);
    copy.bucket = bucket;
    return copy;
  }

  /** The flow key: tasks of one type and key queue apart from others. */
  public TaskRequest key(String key) {
    TaskRequest copy = new TaskRequest(this);
    copy.key = key;
    return copy;
  }

  /** 0 (most urgent) to 9. */
  public TaskRequest priority(int priority) {
    TaskRequest copy = new TaskRequest(this);
    copy.priority = priority;
    return copy;
  }

  /** What the handler is given, as text in UTF-8. */
  public TaskRequest payload(String text) {
    return payload(Bytes.of(text));
  }

  /** What the handler is given. */
  public TaskRequest payload(byte[] bytes) {
    return payload(Bytes.of(bytes));
  }

  /** What the handler is given. */
  public TaskRequest payload(Bytes bytes) {
    TaskRequest copy = new TaskRequest(this);
    copy.payload = bytes;
    return copy;
  }

  /**
   * The payload is removed when the task finishes, however it does; what else there is of it is
   * kept as long as ever, so it stays unique and in lists. It can't be run again with what it was
   * given.
   */
  public TaskRequest clearPayload() {
    return context(TaskSpec.CLEARED, "payload");
  }

  /** Runs no earlier than so long after the adding, on the database's clock. */
  public TaskRequest runAfter(Duration delay) {
    TaskRequest copy = new TaskRequest(this);
    copy.runAt = delay.isZero() ? null : When.in(delay);
    return copy;
  }

  /** Runs no earlier than this instant, on the database's clock. */
  public TaskRequest runAt(Instant time) {
    TaskRequest copy = new TaskRequest(this);
    copy.runAt = When.at(time);
    return copy;
  }

  /**
   * An id of the caller's own. A second add under the same id answers {@link
   * AddResult.AlreadyExists} as long as the first task lives or its finished row is kept.
   */
  public TaskRequest id(UUID id) {
    TaskRequest copy = new TaskRequest(this);
    copy.id = id;
    return copy;
  }

  /** A key that only one live task of this type may have; 1–250 characters. */
  public TaskRequest uniqueBy(String key) {
    return uniqueBy(key, Uniqueness.whileLive());
  }

  /** A key that only one task of this type may have at a time; 1–250 characters. */
  public TaskRequest uniqueBy(String key, Uniqueness uniqueness) {
    TaskRequest copy = new TaskRequest(this);
    copy.uniqueKey = key;
    copy.uniqueness = uniqueness;
    return copy;
  }

  /** What happens where a task with its id or unique key exists; by default it is joined. */
  public TaskRequest onDuplicate(OnDuplicate choice) {
    TaskRequest copy = new TaskRequest(this);
    copy.onDuplicate = choice;
    return copy;
  }

  /** Runs when nothing was submitted for so long; see {@link OnDuplicate#debounce}. */
  public TaskRequest debounce(Duration delay, Duration longest) {
    return onDuplicate(OnDuplicate.debounce(delay, longest));
  }

  /**
   * At most one task of this type and key is added in a period; those submitted meanwhile join it,
   * also after it has ended. The key is one of 1–250 characters.
   */
  public TaskRequest throttle(String key, Duration period) {
    return uniqueBy(key, Uniqueness.forPeriod(period)).onDuplicate(OnDuplicate.join());
  }

  /** Common to all tasks of a chain; by default that of the task that adds, or its own id. */
  public TaskRequest correlationId(UUID correlationId) {
    TaskRequest copy = new TaskRequest(this);
    copy.correlationId = correlationId;
    return copy;
  }

  /** Carries one more entry from here to the handler: trace, tenant, baggage. */
  public TaskRequest context(String name, String value) {
    TaskRequest copy = new TaskRequest(this);
    copy.context = with(context, name, value);
    return copy;
  }

  private static Map<String, String> with(Map<String, String> some, String name, String value) {
    TreeMap<String, String> entries = new TreeMap<>(some);
    entries.put(name, value);
    return Collections.unmodifiableMap(entries);
  }

  /**
   * Gives the task one more label, by which people find it while it lives and while it is kept:
   * {@code TaskFilter.all().label(name, value)}. A name has 1–60 of the characters {@code A-Z a-z
   * 0-9 . _ -}, a value 1–120 characters, and a task at most {@link Labels#MAX_LABELS} labels. They
   * are written when the task is first added and never change: not by edits, merges or another run.
   * Tasks that its handler adds have labels of their own.
   */
  public TaskRequest label(String name, String value) {
    TaskRequest copy = new TaskRequest(this);
    copy.labels = with(labels, name, value);
    return copy;
  }

  /** The application's own state to start in. */
  public TaskRequest state(String state) {
    TaskRequest copy = new TaskRequest(this);
    copy.state = state;
    return copy;
  }

  /** Added but held: it runs when it is released, or at the time it was given, if later. */
  public TaskRequest held() {
    TaskRequest copy = new TaskRequest(this);
    copy.held = true;
    return copy;
  }

  /**
   * Starts when these tasks, and all named before, are DONE; until then it is BLOCKED. It is
   * released in the transaction that completes the last of them. If one of them ends FAILED or
   * CANCELLED, this task is CANCELLED in the same transaction, and so are those that wait for it;
   * one in ERROR hasn't ended: this task waits on.
   *
   * <p>Meanwhile it takes what others make of it: edits, merges and news change it, and it goes on
   * waiting. A person may hold it; released, it waits on. Rescheduled, it runs regardless.
   *
   * <p>Only tasks added before can be named. One that has ended already counts at once, by how it
   * ended; one that ended without leaving a trace, or whose finished row is no longer kept, counts
   * as DONE, and so does an id that never was.
   *
   * <p>Each named task that is live stays locked until the adding transaction ends: meanwhile its
   * own end waits, and so does the renewal of its lease. So add late in your transaction, and
   * commit soon. Tasks added in the same transaction are no such matter.
   */
  public TaskRequest after(UUID... tasks) {
    return after(Arrays.asList(tasks));
  }

  /** As {@link #after(UUID...)}; 50,000 tasks at the most. */
  public TaskRequest after(Collection<UUID> tasks) {
    TaskRequest copy = new TaskRequest(this);
    copy.after = union(after, tasks);
    return copy;
  }

  /**
   * Starts when these tasks, and all named before, have ended, however they did; see {@link
   * #after}. Its handler can ask {@link Attempt#waitedFor} how.
   */
  public TaskRequest afterAllEnded(UUID... tasks) {
    return afterAllEnded(Arrays.asList(tasks));
  }

  /** As {@link #afterAllEnded(UUID...)}; 50,000 tasks at the most. */
  public TaskRequest afterAllEnded(Collection<UUID> tasks) {
    TaskRequest copy = new TaskRequest(this);
    copy.afterEnded = union(afterEnded, tasks);
    return copy;
  }

  /**
   * Runs it in the order of its type and {@link #key}: it starts when each task of that type and
   * key that was added so, and committed before, has ended: DONE, FAILED or CANCELLED, after all of
   * its attempts, on whichever node. One that is delayed, paused, held or in ERROR hasn't ended: it
   * stops its key. Adders of one key wait for each other until they commit.
   *
   * <p>The add throws IllegalArgumentException where the request has no key, is {@link #held} from
   * the first, debounced, or run again by its submission, and {@link
   * dev.baton.api.error.NotConfiguredException} where the store has no waits. See docs/order.md.
   */
  public TaskRequest ordered() {
    return context(TaskSpec.ORDER, "1");
  }

  private static Set<UUID> union(Set<UUID> some, Collection<UUID> more) {
    Set<UUID> all = new LinkedHashSet<>(some);
    all.addAll(more);
    return Collections.unmodifiableSet(all);
  }

  /** Never handed to this node directly: whichever node claims it first runs it. */
  public TaskRequest withoutLocalDispatch() {
    TaskRequest copy = new TaskRequest(this);
    copy.localDispatch = false;
    return copy;
  }

  public String type() {
    return type;
  }

  public @Nullable String subType() {
    return subType;
  }

  public @Nullable String bucket() {
    return bucket;
  }

  public String key() {
    return key;
  }

  public int priority() {
    return priority;
  }

  public @Nullable Bytes payload() {
    return payload;
  }

  /** When it may run; null for now. */
  public @Nullable When runAt() {
    return runAt;
  }

  public @Nullable UUID id() {
    return id;
  }

  public @Nullable String uniqueKey() {
    return uniqueKey;
  }

  public Uniqueness uniqueness() {
    return uniqueness;
  }

  public OnDuplicate onDuplicate() {
    return onDuplicate;
  }

  public @Nullable UUID correlationId() {
    return correlationId;
  }

  public Map<String, String> context() {
    return context;
  }

  /** By name; empty for none. */
  public Map<String, String> labels() {
    return labels;
  }

  public String state() {
    return state;
  }

  public boolean isHeld() {
    return held;
  }

  public boolean mayDispatchLocally() {
    return localDispatch;
  }

  public boolean isOrdered() {
    return context.containsKey(TaskSpec.ORDER);
  }

  /** The tasks that must be DONE before it starts. */
  public Set<UUID> mustBeDone() {
    return after;
  }

  /** The tasks that must have ended before it starts. */
  public Set<UUID> mustHaveEnded() {
    return afterEnded;
  }

  @Override
  public String toString() {
    return "TaskRequest(" + type + (key.isEmpty() ? "" : " / " + key) + ")";
  }
}

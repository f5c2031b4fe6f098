package dev.baton.task.row;

import dev.baton.task.Bytes;
import dev.baton.task.Flow;
import dev.baton.task.internal.Texts;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The fixed values of a task, without its status and progress.
 *
 * @param flow its type and its key. The type is the stored name that selects the handler (1–{@value
 *     #MAX_TYPE} characters). The key is empty for a task without a key
 * @param subType a second, finer type name for display and filters, at most as long as a type; the
 *     engine does not use it
 * @param bucket the bucket in which the task runs; 1–60 of {@code A-Z a-z 0-9 . _ -}
 * @param priority 0 (most urgent) to 9
 * @param payload the payload for the handler, or null for none; at most {@link #MAX_PAYLOAD_BYTES}
 * @param context entries that the code that adds the task passes to the handler, such as a trace or
 *     a tenant
 * @param traits entries that Baton itself stores about the task
 * @param origin its parent and correlation id
 * @param keyed whether the task has rows for unique keys; its end must then release or keep them
 */
public record TaskSpec(
    Flow flow,
    @Nullable String subType,
    String bucket,
    int priority,
    @Nullable Bytes payload,
    Map<String, String> context,
    TaskTraits traits,
    Origin origin,
    boolean keyed) {

  /** Maximum size of a payload: 16 MiB. */
  public static final int MAX_PAYLOAD_BYTES = 16 * 1024 * 1024;

  /** Maximum size of the context, all names and values together, in characters. */
  public static final int MAX_CONTEXT_CHARACTERS = 8_192;

  /** Maximum length of the name of a type or sub-type, in characters. */
  public static final int MAX_TYPE = 250;

  /** Maximum length of a key, in characters. */
  public static final int MAX_KEY = 200;

  /** The least urgent priority. */
  public static final int MAX_PRIORITY = 9;

  /** Maximum length of the name of a bucket, in characters. */
  public static final int MAX_BUCKET = 60;

  /**
   * The origin of a task.
   *
   * @param parentId the task whose handler added this task; null if there is none
   * @param correlationId the id that all tasks of one chain share. By default it is the id of the
   *     first task of the chain; that task itself has none
   */
  public record Origin(@Nullable UUID parentId, @Nullable UUID correlationId) {
    /** The origin of a task that no other task added, and that is the first of its chain. */
    public static final Origin NONE = new Origin(null, null);
  }

  public TaskSpec {
    TaskFields.requireType(flow.type());
    if (subType != null) {
      TaskFields.requireSubType(subType);
    }
    TaskFields.requireBucket(bucket);
    TaskFields.requireKey(flow.key());
    TaskFields.requirePriority(priority);
    if (payload != null && payload.length() > MAX_PAYLOAD_BYTES) {
      throw new IllegalArgumentException(
          "A payload may have at most "
              + MAX_PAYLOAD_BYTES
              + " bytes; this one of type "
              + flow.type()
              + " has "
              + payload.length()
              + ". Store the data elsewhere and put a reference to it in the payload");
    }
    context = entries("The context", context);
    context.keySet().forEach(TaskTraits::requireCallers);
  }

  /** Creates a spec without traits. */
  public TaskSpec(
      Flow flow,
      @Nullable String subType,
      String bucket,
      int priority,
      @Nullable Bytes payload,
      Map<String, String> context,
      Origin origin,
      boolean keyed) {
    this(flow, subType, bucket, priority, payload, context, TaskTraits.NONE, origin, keyed);
  }

  public String type() {
    return flow.type();
  }

  public String key() {
    return flow.key();
  }

  public @Nullable UUID parentId() {
    return origin.parentId;
  }

  public @Nullable UUID correlationId() {
    return origin.correlationId;
  }

  /** Returns a copy with this payload and context. */
  public TaskSpec with(@Nullable Bytes otherPayload, Map<String, String> otherContext) {
    return with(otherPayload, otherContext, traits);
  }

  /** Returns a copy with this payload, context and traits. */
  public TaskSpec with(
      @Nullable Bytes otherPayload, Map<String, String> otherContext, TaskTraits otherTraits) {
    return new TaskSpec(
        flow, subType, bucket, priority, otherPayload, otherContext, otherTraits, origin, keyed);
  }

  /** Returns the spec to keep after the task has finished. */
  public TaskSpec kept() {
    return payload != null && traits.clearsPayload() ? with(null, context) : this;
  }

  /** Returns the size of the payload; 0 if there is none. */
  public long payloadBytes() {
    return payload == null ? 0 : payload.length();
  }

  /** Returns whether the task had a payload that was removed when the task finished. */
  public boolean isPayloadCleared() {
    return payload == null && traits.clearsPayload();
  }

  /** Returns a copy without payload, context and traits. */
  TaskSpec outline() {
    return with(null, Map.of(), TaskTraits.NONE);
  }

  /**
   * Returns an immutable copy of the entries, sorted by name.
   *
   * @throws IllegalArgumentException if a database can't store the entries, or if they are too long
   */
  static Map<String, String> entries(String what, Map<String, String> given) {
    if (given.isEmpty()) {
      return Map.of();
    }
    int characters = 0;
    for (Map.Entry<String, String> entry : given.entrySet()) {
      Texts.requireStorable(what, entry.getKey());
      Texts.requireStorable(what, entry.getValue());
      characters += entry.getKey().length() + entry.getValue().length();
    }
    if (characters > MAX_CONTEXT_CHARACTERS) {
      throw new IllegalArgumentException(
          what
              + " may have at most "
              + MAX_CONTEXT_CHARACTERS
              + " characters; this task's has "
              + characters);
    }
    return Collections.unmodifiableMap(new TreeMap<>(given));
  }
}

package dev.baton.task.row;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Entries that Baton itself stores about a task, separate from the caller's context. They define
 * whether the task is ordered, and whether its payload is removed when it finishes. They also store
 * the form of the payload, and the tick or message for which the task was added. Tasks that the
 * handler adds don't inherit traits.
 *
 * @param entries the entries by name; a node keeps entries that it does not know, because a newer
 *     node wrote them
 */
public record TaskTraits(Map<String, String> entries) {
  /** Prefix of names that Baton reserves. A caller's context must not contain such names. */
  public static final String RESERVED = "baton.";

  /** Name of the entry of a task whose payload is removed when it finishes. */
  public static final String CLEAR = "clear";

  /** Empty traits, which most tasks have. */
  public static final TaskTraits NONE = new TaskTraits(Map.of());

  private static final String ORDER = "order";
  private static final String FORM = "payload";

  public TaskTraits {
    entries = TaskSpec.entries("The traits", entries);
  }

  /**
   * Checks the name that a caller gives to an entry of the context.
   *
   * @throws IllegalArgumentException if the name is reserved for Baton
   */
  public static void requireCallers(String name) {
    if (name.startsWith(RESERVED)) {
      throw new IllegalArgumentException(
          "A context can't contain the entry '"
              + name
              + "': names that begin with '"
              + RESERVED
              + "' are reserved. Choose another name. To set what Baton stores there, use the"
              + " TaskType: ordered(), clearPayload(), version(...) or compressed(...)");
    }
  }

  /**
   * Returns whether the task is ordered: it starts after all earlier ordered tasks of its type and
   * key have ended.
   */
  public boolean isOrdered() {
    return entries.containsKey(ORDER);
  }

  /** Returns whether the payload is removed when the task finishes. */
  public boolean clearsPayload() {
    return entries.containsKey(CLEAR);
  }

  /**
   * Returns the form of the payload, such as {@code v2,gzip}; null for version 1 without
   * compression.
   */
  public @Nullable String payloadForm() {
    return entries.get(FORM);
  }

  /** Returns the value of an entry; null if the entry is missing. */
  public @Nullable String get(String name) {
    return entries.get(name);
  }

  /** Returns a copy for an ordered task. */
  public TaskTraits ordered() {
    return with(ORDER, "1");
  }

  /** Returns a copy for a task whose payload is removed when it finishes. */
  public TaskTraits clearingPayload() {
    return with(CLEAR, "1");
  }

  /** Returns a copy with this form of the payload; empty for version 1 without compression. */
  public TaskTraits withPayloadForm(String form) {
    return form.isEmpty() ? without(FORM) : with(FORM, form);
  }

  /**
   * Returns a copy for a task that gets a new payload.
   *
   * @param written the traits that describe the new payload
   */
  public TaskTraits withPayloadOf(TaskTraits written) {
    String form = written.payloadForm();
    TaskTraits formed = form == null ? without(FORM) : with(FORM, form);
    return written.clearsPayload() ? formed.clearingPayload() : formed;
  }

  /** Returns a copy with one more entry. */
  public TaskTraits with(String name, String value) {
    Map<String, String> more = new TreeMap<>(entries);
    more.put(name, value);
    return new TaskTraits(more);
  }

  private TaskTraits without(String name) {
    if (!entries.containsKey(name)) {
      return this;
    }
    Map<String, String> fewer = new TreeMap<>(entries);
    fewer.remove(name);
    return new TaskTraits(fewer);
  }
}

package dev.baton.engine.base;

import dev.baton.spi.AuditNote;
import dev.baton.spi.NodeRuntime;
import dev.baton.task.Bytes;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.Task;
import dev.baton.task.rule.TaskEdit;
import dev.baton.task.rule.Transition;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Creates the entries of the audit. They never contain a payload, because it may be secret.
 * Thread-safe.
 */
public final class AuditNotes {
  private static final int DIGEST_BYTES = 8;
  private static final int MAX_ACTION_LENGTH = 40;
  private static final int MAX_DETAIL_LENGTH = 2_000;

  private final NodeRuntime runtime;

  public AuditNotes(NodeRuntime runtime) {
    this.runtime = runtime;
  }

  public AuditNote of(Action action, Task before, Transition transition, Actor actor) {
    String detail = before.position().status() + " to " + transition.change().to();
    return note(action, before.id(), before.position().version(), actor, detail);
  }

  public AuditNote of(Action action, Task before, TaskEdit edit, Actor actor) {
    String detail =
        action == Action.PRIORITIZE
            ? "priority " + before.spec().priority() + " to " + edit.priority()
            : "payload " + told(before.spec().payload()) + " to " + told(edit.payload());
    return note(action, before.id(), before.position().version(), actor, detail);
  }

  public AuditNote note(Action action, UUID task, long version, Actor actor, String detail) {
    return note(action.name(), task, version, actor, detail);
  }

  /** Creates an entry about anything else that was done or observed. */
  public AuditNote note(
      String action,
      @Nullable UUID task,
      @Nullable Long version,
      Actor actor,
      @Nullable String detail) {
    requireShort("action", action, MAX_ACTION_LENGTH);
    requireShort("detail", detail == null ? "none" : detail, MAX_DETAIL_LENGTH);
    UUID id = new UUID(runtime.random().nextLong(), runtime.random().nextLong());
    return new AuditNote(id, task, version, actor.name(), action, actor.reason(), detail);
  }

  /**
   * Creates an entry about a change that concerns no single task.
   *
   * @param detail the changed thing; only its beginning is kept if it is too long
   */
  public AuditNote note(String action, Actor actor, String detail) {
    return note(action, null, null, actor, Texts.kept(detail, MAX_DETAIL_LENGTH));
  }

  private static void requireShort(String what, String text, int longest) {
    if (text.isBlank() || text.length() > longest || text.chars().anyMatch(c -> c == 0)) {
      throw new IllegalArgumentException(
          "An " + what + " in the audit has 1-" + longest + " characters without NUL");
    }
  }

  /**
   * Returns the length and a digest of a payload. They are enough to check whether two payloads are
   * equal.
   */
  private static String told(@Nullable Bytes payload) {
    if (payload == null) {
      return "none";
    }
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(payload.toArray());
      return payload.length()
          + " bytes, SHA-256 "
          + HexFormat.of().formatHex(digest, 0, DIGEST_BYTES)
          + "...";
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("Every Java has SHA-256", impossible);
    }
  }
}

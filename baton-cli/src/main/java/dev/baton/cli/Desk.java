package dev.baton.cli;

import dev.baton.api.Pause;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Where tasks are looked at and mended. Answers are in the words of the REST interface, whoever
 * gives them, so that scripts see one form. What is refused or isn't there is a {@link Failure}.
 */
interface Desk extends AutoCloseable {

  /** A page of a list: {@code items}, and {@code next} where there are more. */
  ObjectNode tasks(TaskQuery query, @Nullable String after, int limit);

  ObjectNode task(UUID id);

  /** {@code form}, {@code size} and {@code text} or {@code base64}. */
  ObjectNode payload(UUID id);

  /** {@code items}, latest first. */
  ObjectNode attempts(UUID id);

  /** {@code text} and {@code reasons}. */
  ObjectNode explanation(UUID id);

  /** Changes one task under the version the change names. */
  ObjectNode change(UUID id, Change change);

  /**
   * Changes what the query finds: {@code applied}, {@code refused}, {@code results}, and {@code
   * next} where it didn't come to the end.
   */
  ObjectNode bulk(TaskQuery query, Change change, int atMost, @Nullable String after);

  ObjectNode pauses();

  /** {@code changed}: false when it was paused already. */
  ObjectNode pause(Pause pause, String reason);

  /** {@code changed}: false when there is no such pause. */
  ObjectNode resume(Pause pause);

  ObjectNode schedules(@Nullable String after, int limit);

  ObjectNode schedule(String name);

  /**
   * @param verb run, pause, resume, end or remove
   */
  ObjectNode changeSchedule(String name, String verb);

  ObjectNode nodes();

  ObjectNode audit(AuditQuery query, @Nullable String after, int limit);

  @Override
  void close();
}

package dev.baton.api;

/**
 * The name, payload and result of a {@link TaskType}. Write {@code TaskType} instead: this type
 * exists so that {@code TaskDefinition#of(TaskType)} and {@code TaskDefinition#of(TaskSignature)}
 * are two methods.
 *
 * @param <P> the payload; {@link Void} for none
 * @param <R> the result; {@link Void} for none
 */
public sealed interface TaskSignature<P, R> permits TaskType {
  /** What is stored. */
  String name();

  /** The class of its payloads; {@link Void} for none. */
  Class<P> payloadClass();

  /** The class of its results; {@link Void} for none. */
  Class<R> resultClass();
}

package dev.baton.api;

/**
 * The name, payload and result of a {@link TaskType}. Use {@code TaskType} in your code: this
 * interface exists only so that the method {@code TaskDefinition.of} can have one overload for
 * types with a result and one for types without.
 *
 * @param <P> the payload; {@link Void} for none
 * @param <R> the result; {@link Void} for none
 */
public sealed interface TaskSignature<P, R> permits TaskType {
  /** Returns the name, which identifies the type in the store. */
  String name();

  /** Returns the class of the payloads; {@link Void} for none. */
  Class<P> payloadClass();

  /** Returns the class of the results; {@link Void} for none. */
  Class<R> resultClass();
}

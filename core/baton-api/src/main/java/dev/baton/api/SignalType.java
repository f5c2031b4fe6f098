package dev.baton.api;

import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.internal.StoredSignal;
import dev.baton.task.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The name of a signal and the class of its value: a constant that those who send it and the
 * handlers that await it share. Immutable and thread-safe.
 *
 * <pre>{@code
 * static final SignalType<Approval> APPROVAL = SignalType.of("approval", Approval.class);
 *
 * Optional<Approval> approval = attempt.awaitSignal(APPROVAL, Duration.ofDays(3));
 *
 * tasks.signal(taskId, APPROVAL, new Approval("Ann", true));
 * }</pre>
 *
 * @param <T> the value
 */
public final class SignalType<T> {
  static {
    StoredSignal.accessBy(type -> type.codec);
  }

  private final String name;
  private final Class<T> value;
  private final @Nullable PayloadCodec codec;

  private SignalType(String name, Class<T> value, @Nullable PayloadCodec codec) {
    this.name = name;
    this.value = value;
    this.codec = codec;
  }

  /**
   * Makes a type with values of this class, written by the standard codec of the node, JSON by
   * default; {@link Bytes} are stored as they are.
   *
   * @param name 1–100 plain characters
   */
  public static <T> SignalType<T> of(String name, Class<T> value) {
    return new SignalType<>(name, value, null);
  }

  /** Returns a copy whose values another codec writes and reads. */
  public SignalType<T> codec(PayloadCodec other) {
    return new SignalType<>(name, value, other);
  }

  /** Returns the name. */
  public String name() {
    return name;
  }

  /** Returns the class of the values. */
  public Class<T> valueClass() {
    return value;
  }

  @Override
  public String toString() {
    return "SignalType(" + name + ")";
  }
}

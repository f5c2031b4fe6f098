package dev.baton.api;

import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.internal.StoredSignal;
import dev.baton.task.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The name of a signal and the class of its value. Define it as a constant that senders and
 * handlers share. Immutable and thread-safe.
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
   * Returns a type with values of class {@code value}. The node's standard codec (JSON by default)
   * writes and reads them; {@link Bytes} are stored unchanged. A value is never null, because a
   * handler could not distinguish it from a timeout.
   *
   * @param name 1–100 characters, without control characters, without characters beyond U+FFFF such
   *     as emoji, and without blanks at the ends; checked when the signal is sent or awaited
   */
  public static <T> SignalType<T> of(String name, Class<T> value) {
    return new SignalType<>(name, value, null);
  }

  /** Returns a copy whose values {@code codec} writes and reads. */
  public SignalType<T> codec(PayloadCodec codec) {
    return new SignalType<>(name, value, codec);
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

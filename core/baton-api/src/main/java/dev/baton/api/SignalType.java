package dev.baton.api;

import dev.baton.api.codec.Codecs;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.error.PayloadUnreadableException;
import dev.baton.api.error.PayloadUnwritableException;
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
  private final String name;
  private final Class<T> value;
  private final @Nullable PayloadCodec codec;

  private SignalType(String name, Class<T> value, @Nullable PayloadCodec codec) {
    this.name = name;
    this.value = value;
    this.codec = codec;
  }

  /**
   * Makes a type with values of this class, stored as JSON; {@link Bytes} are stored as they are.
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

  /**
   * Returns the stored form of a value.
   *
   * @throws PayloadUnwritableException when the codec can't write it
   */
  public Bytes bytesOf(T sent) {
    if (sent == null) {
      // A handler could not tell it from a wait whose time is over.
      throw new IllegalArgumentException(
          "Signal " + name + " carries a " + value.getName() + ", which isn't null");
    }
    return sent instanceof Bytes stored ? stored : Codecs.encode(used(), described(), sent);
  }

  /**
   * Returns the value of a stored form.
   *
   * @throws PayloadUnreadableException when it can't be read as a value of this class
   */
  public T valueOf(Bytes stored) {
    return value == Bytes.class
        ? value.cast(stored)
        : Codecs.decode(used(), described(), stored, value);
  }

  private PayloadCodec used() {
    return codec == null ? Codecs.standard() : codec;
  }

  private String described() {
    return "The value of signal " + name;
  }

  @Override
  public String toString() {
    return "SignalType(" + name + ")";
  }
}

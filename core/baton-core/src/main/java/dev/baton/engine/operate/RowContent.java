package dev.baton.engine.operate;

import dev.baton.api.TaskType;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.error.PayloadException;
import dev.baton.api.internal.StoredPayload;
import dev.baton.api.internal.StoredType;
import dev.baton.operate.TaskContent;
import dev.baton.task.Bytes;
import dev.baton.task.row.TaskSpec;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The payload, context, data and result of a row. Immutable. */
final class RowContent implements TaskContent {
  private final TaskSpec spec;
  private final @Nullable Bytes data;
  private final @Nullable Bytes result;
  private final Supplier<PayloadCodec> codec;

  /**
   * @param codec reads the values of types without their own codec
   */
  RowContent(
      TaskSpec spec, @Nullable Bytes data, @Nullable Bytes result, Supplier<PayloadCodec> codec) {
    this.spec = spec;
    this.data = data;
    this.result = result;
    this.codec = codec;
  }

  @Override
  public Optional<Bytes> payload() {
    Bytes stored = spec.payload();
    if (stored == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(StoredPayload.raw(stored, spec.traits()));
    } catch (PayloadException broken) {
      return Optional.of(stored);
    }
  }

  @Override
  public <P> @Nullable P payload(TaskType<P, ?> type) {
    SingleTask.requireType(spec.type(), type);
    return StoredType.of(type, codec).payload(spec.payload(), spec.traits());
  }

  @Override
  public boolean isPayloadRemoved() {
    return spec.isPayloadCleared();
  }

  @Override
  public Map<String, String> context() {
    return spec.context();
  }

  @Override
  public Optional<Bytes> data() {
    return Optional.ofNullable(data);
  }

  @Override
  public Optional<Bytes> result() {
    return Optional.ofNullable(result);
  }

  @Override
  public <R> Optional<R> result(TaskType<?, R> type) {
    SingleTask.requireType(spec.type(), type);
    return Optional.ofNullable(StoredType.of(type, codec).result(result));
  }

  /** Returns a text that doesn't show the content, because it may be secret. */
  @Override
  public String toString() {
    return "the content of a task of type " + spec.type();
  }
}

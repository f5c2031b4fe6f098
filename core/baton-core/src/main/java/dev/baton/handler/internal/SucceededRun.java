package dev.baton.handler.internal;

import dev.baton.handler.Repeat;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A successful run, as input of a {@link Repeat} rule.
 *
 * @param payloadReader reads the payload
 * @param resultReader reads the result
 */
public record SucceededRun<P, R>(
    int attempt, Supplier<P> payloadReader, Supplier<@Nullable R> resultReader, Instant now)
    implements Repeat.Success<P, R> {

  @Override
  public P payload() {
    return payloadReader.get();
  }

  @Override
  public @Nullable R result() {
    return resultReader.get();
  }
}

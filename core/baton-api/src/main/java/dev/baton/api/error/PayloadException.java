package dev.baton.api.error;

import org.jspecify.annotations.Nullable;

/**
 * A payload, a result or another value can't be written or read by its codec. What can't be written
 * isn't added. A task whose handler throws this stops in ERROR at once: no retry would read or
 * write the value better. Where another node may be able to read it, it is an {@link
 * UnknownHereException}.
 */
public class PayloadException extends BatonException {
  private static final long serialVersionUID = 1L;

  /**
   * @param what describes the error and its place, without content, because it is stored, logged
   *     and shown
   * @param cause the cause; only its class and stack trace are kept, because libraries often quote
   *     what they couldn't read
   */
  public PayloadException(String what, @Nullable Throwable cause) {
    // Nothing is suppressed: what was thrown while something was closed may quote, too.
    super(what, RedactedException.of(cause), false);
  }
}

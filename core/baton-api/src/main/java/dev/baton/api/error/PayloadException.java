package dev.baton.api.error;

import org.jspecify.annotations.Nullable;

/**
 * A codec can't write or read a payload, a result or another value. A task whose payload can't be
 * written isn't added. A task whose handler throws this exception stops in ERROR at once, because
 * no retry would succeed.
 *
 * <p>The subclass {@link UnknownHereException} means that another node may be able to read the
 * value: the node gives the task back. So a handler that catches {@code PayloadException} must
 * rethrow an {@code UnknownHereException}.
 */
public class PayloadException extends BatonException {
  private static final long serialVersionUID = 1L;

  /**
   * @param what describes the error and its place; must not quote the value, because this text is
   *     stored, logged and displayed
   * @param cause the cause; only its class and stack trace are kept, because libraries often quote
   *     what they couldn't read
   */
  public PayloadException(String what, @Nullable Throwable cause) {
    // Suppressed exceptions are disabled: an exception from closing a resource may quote the
    // content, too.
    super(what, RedactedException.of(cause), false);
  }
}

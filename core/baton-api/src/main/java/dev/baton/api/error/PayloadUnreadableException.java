package dev.baton.api.error;

import org.jspecify.annotations.Nullable;

/**
 * A stored value can't be read as the expected class. A task whose payload can't be read stops in
 * ERROR at once, because no retry can read it. If another node may be able to read it, the
 * exception is an {@link UnknownHereException}.
 */
public class PayloadUnreadableException extends PayloadException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception that contains no content of the payload.
   *
   * @param what describes the error and its place, without content, because it is stored, logged
   *     and shown
   * @param cause the cause; only its class and stack trace are kept, because libraries often quote
   *     what they couldn't read
   */
  public PayloadUnreadableException(String what, @Nullable Throwable cause) {
    super(what, cause);
  }
}

package dev.baton.api.error;

import org.jspecify.annotations.Nullable;

/**
 * The request can't be served as it is: trying again can't help, so change the request. Nothing was
 * written. The message says what is wrong.
 */
public final class RequestRefusedException extends StoreException {
  private static final long serialVersionUID = 1L;

  public RequestRefusedException(String message) {
    super(message);
  }

  public RequestRefusedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

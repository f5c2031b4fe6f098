package dev.baton.api.error;

/**
 * The store couldn't be reached, or failed in the middle: whether anything was applied is unknown
 * unless the transaction was the caller's own and is rolled back.
 */
public class StoreUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StoreUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }

  public StoreUnavailableException(String message) {
    super(message);
  }
}

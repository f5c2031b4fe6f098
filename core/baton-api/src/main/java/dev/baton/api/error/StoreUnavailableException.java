package dev.baton.api.error;

/**
 * The store can't be reached, or failed during a call: try again later. In a transaction, nothing
 * is written if you roll it back. A store without transactions may have applied the call.
 */
public class StoreUnavailableException extends StoreException {
  private static final long serialVersionUID = 1L;

  public StoreUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }

  public StoreUnavailableException(String message) {
    super(message);
  }
}

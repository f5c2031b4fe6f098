package dev.baton.api.error;

/**
 * A search took too long, and the database stopped it. Nothing was changed. The same search fails
 * again: the message says which conditions to add.
 */
public final class SearchTimeoutException extends StoreException {
  private static final long serialVersionUID = 1L;

  public SearchTimeoutException(String message, Throwable cause) {
    super(message, cause);
  }

  public SearchTimeoutException(String message) {
    super(message);
  }
}

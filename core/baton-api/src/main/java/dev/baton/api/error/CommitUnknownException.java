package dev.baton.api.error;

/**
 * A commit was sent, but its response was lost, so the transaction may have been committed. Check
 * whether it was. If the request has a {@code Unique} identity, you can safely add it again.
 */
public final class CommitUnknownException extends StoreException {
  private static final long serialVersionUID = 1L;

  public CommitUnknownException(String message, Throwable cause) {
    super(message, cause);
  }
}

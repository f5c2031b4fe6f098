package dev.baton.api.error;

/**
 * A commit was sent and its answer lost: it may have been applied. Look whether it was, or add
 * again under the same identity.
 */
public final class CommitUnknownException extends StoreException {
  private static final long serialVersionUID = 1L;

  public CommitUnknownException(String message, Throwable cause) {
    super(message, cause);
  }
}

package dev.baton.api.error;

/** A commit was sent and its answer lost: it may have been applied. */
public final class CommitUnknownException extends StoreUnavailableException {
  private static final long serialVersionUID = 1L;

  public CommitUnknownException(String message, Throwable cause) {
    super(message, cause);
  }
}

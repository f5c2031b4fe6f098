package dev.baton.api.error;

/**
 * The database refused to commit and rolled the transaction back. The cause is what was thrown by
 * it, or by the framework: a retry policy is asked about that, as if the handler had thrown it.
 */
public final class CommitRefusedException extends StoreUnavailableException {
  private static final long serialVersionUID = 1L;

  public CommitRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}

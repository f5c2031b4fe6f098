package dev.baton.api.error;

/**
 * A search was given up, since too much would have to be looked at. The message says what to add to
 * it; asking the same again is no use. Nothing was changed.
 */
public class SearchGivenUpException extends StoreUnavailableException {
  private static final long serialVersionUID = 1L;

  public SearchGivenUpException(String message, Throwable cause) {
    super(message, cause);
  }

  public SearchGivenUpException(String message) {
    super(message);
  }
}

package dev.baton.api.error;

/**
 * This node was built without the part that this call needs; the message says what to build it
 * with. Nothing was done, and asking again changes nothing.
 */
public class NotConfiguredException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  public NotConfiguredException(String message) {
    super(message);
  }
}

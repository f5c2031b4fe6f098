package dev.baton.examples.payouts.input;

/** The demo can't be run as it was asked for; the message is the one line that the user reads. */
public final class CannotRun extends Exception {
  private static final long serialVersionUID = 1L;

  public CannotRun(String message) {
    super(message.lines().findFirst().orElse(message));
  }
}

package dev.baton.examples.payouts.input;

/** Thrown if the demo can't run with these options. The user sees the message as one line. */
public final class CannotRun extends Exception {
  private static final long serialVersionUID = 1L;

  public CannotRun(String message) {
    super(message.lines().findFirst().orElse(message));
  }
}

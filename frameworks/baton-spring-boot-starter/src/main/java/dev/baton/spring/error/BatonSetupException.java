package dev.baton.spring.error;

import dev.baton.api.error.ConfigurationException;

/** Something is set up so that it can't work; says what, where and what to do. */
public final class BatonSetupException extends ConfigurationException {
  private static final long serialVersionUID = 1;

  private final String action;

  /** Says what is wrong, a full stop following, and what to do. */
  public BatonSetupException(String what, String action) {
    super(what + ". " + action);
    this.action = action;
  }

  /** What to do about it. */
  public String action() {
    return action;
  }
}

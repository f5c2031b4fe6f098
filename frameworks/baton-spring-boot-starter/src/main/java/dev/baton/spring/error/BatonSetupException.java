package dev.baton.spring.error;

import dev.baton.api.error.ConfigurationException;

/** Reports an invalid set-up: what is wrong, where, and what to do. */
public final class BatonSetupException extends ConfigurationException {
  private static final long serialVersionUID = 1;

  private final String action;

  /** Creates an exception whose message is {@code what}, a full stop, and {@code action}. */
  public BatonSetupException(String what, String action) {
    super(what + ". " + action);
    this.action = action;
  }

  /** Returns the advice on how to repair the set-up. */
  public String action() {
    return action;
  }
}

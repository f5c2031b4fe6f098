package dev.baton.api.error;

import org.jspecify.annotations.Nullable;

/**
 * This call, or the start of the node, needs something that is missing: a part of the store, a
 * setting, a table of the database, or a library. The message says what to add. Nothing was
 * changed, and trying again does not help.
 */
public class ConfigurationException extends BatonException {
  private static final long serialVersionUID = 1L;

  public ConfigurationException(String message) {
    super(message);
  }

  public ConfigurationException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

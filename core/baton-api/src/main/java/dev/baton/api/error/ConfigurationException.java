package dev.baton.api.error;

import org.jspecify.annotations.Nullable;

/**
 * The set-up doesn't have what this call or start needs: a part of the store, a setting or a table
 * of the database, a library. The message says what to add. Nothing was done, and trying again
 * changes nothing.
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

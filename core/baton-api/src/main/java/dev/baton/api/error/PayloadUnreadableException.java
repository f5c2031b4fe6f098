package dev.baton.api.error;

import org.jspecify.annotations.Nullable;

/**
 * What is stored can't be read as what is expected. A task whose payload can't be read stops in
 * ERROR at once: no retry would read it better. Where another node may be able to read it, it is an
 * {@link UnknownHereException}.
 */
public class PayloadUnreadableException extends PayloadException {
  private static final long serialVersionUID = 1L;

  /**
   * @param what says what is wrong and where, without any content: it is stored, logged and shown
   * @param cause its class and stack trace are kept, its message isn't: libraries like to quote
   *     what they couldn't read
   */
  public PayloadUnreadableException(String what, @Nullable Throwable cause) {
    super(what, cause);
  }
}

package dev.baton.cli.client;

import org.jspecify.annotations.Nullable;

/** The way to what answers in the words of the REST interface. Used by one thread. */
public interface Transport extends AutoCloseable {

  /**
   * The answer to one request.
   *
   * @param path below the interface's own, with its query; percent-encoded
   * @param body as JSON; null for none
   */
  Reply send(String method, String path, @Nullable String body);

  /** Where this leads, for people. */
  String where();

  @Override
  void close();

  /** What was answered. */
  record Reply(int status, String body) {}
}

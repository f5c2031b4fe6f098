package dev.baton.cli.client;

import org.jspecify.annotations.Nullable;

/** Sends requests to an implementation of the REST interface. Used by one thread. */
public interface Transport extends AutoCloseable {

  /**
   * Sends one request and returns the response.
   *
   * @param path below the interface's own, with its query; percent-encoded
   * @param body as JSON; null for none
   */
  Reply send(String method, String path, @Nullable String body);

  /** Returns the name of the destination, for people. */
  String where();

  @Override
  void close();

  /** A response to a request. */
  record Reply(int status, String body) {}
}

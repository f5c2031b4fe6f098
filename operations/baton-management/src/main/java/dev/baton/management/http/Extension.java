package dev.baton.management.http;

import dev.baton.task.Bytes;
import org.jspecify.annotations.Nullable;

/** Another protocol for the REST interface, served below the page's path. Thread-safe. */
public interface Extension {

  /** Returns the path segment that it is served at, such as {@code mcp} for {@code /baton/mcp}. */
  String name();

  /**
   * Handles a request of a signed-in user. Other users are asked to sign in before this method is
   * called.
   *
   * @param body read completely, and no larger than the interface's limit
   * @param rest calls the interface with the rights of the user who sent the request
   */
  Response handle(Request request, Bytes body, Rest rest);

  /** Calls the REST interface as the user who sent the request. Used by one thread. */
  @FunctionalInterface
  interface Rest {

    /**
     * Returns the response of the interface, with the same rights, bounds, redaction and audit as
     * over HTTP.
     *
     * @param path below the interface's own, such as {@code /tasks}; percent-encoded
     * @param query percent-encoded; null for none
     * @param body JSON, or empty
     */
    Response call(String method, String path, @Nullable String query, Bytes body);
  }
}

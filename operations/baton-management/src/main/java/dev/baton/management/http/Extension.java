package dev.baton.management.http;

import dev.baton.task.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * One more way to the REST interface, which is answered below the page's path in a form of its own.
 * Thread-safe.
 */
public interface Extension {

  /** The part of the path that it is answered at, such as {@code mcp} for {@code /baton/mcp}. */
  String name();

  /**
   * Answers a request of a user who is signed in; others are told to sign in before this is called.
   *
   * @param body read to its end, and no larger than the interface's own may be
   * @param rest answers as the user who sent the request may see it
   */
  Response handle(Request request, Bytes body, Rest rest);

  /** The REST interface, as the user who sent the request would reach it. Used by one thread. */
  @FunctionalInterface
  interface Rest {

    /**
     * What the interface answers: with the same rights, bounds, redaction and audit as over HTTP.
     *
     * @param path below the interface's own, such as {@code /tasks}; percent-encoded
     * @param query percent-encoded; null for none
     * @param body JSON, or empty
     */
    Response call(String method, String path, @Nullable String query, Bytes body);
  }
}

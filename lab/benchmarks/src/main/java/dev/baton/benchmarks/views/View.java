package dev.baton.benchmarks.views;

import org.jspecify.annotations.Nullable;

/**
 * A view that an operator opens.
 *
 * @param name its name in the table
 * @param path its path below the interface's own, with its query
 * @param body the posted body; null to get
 * @param fresh whether a node caches the response for a moment, so that each time needs a new node
 */
record View(String name, String path, @Nullable String body, boolean fresh) {

  static View get(String name, String path) {
    return new View(name, path, null, false);
  }

  /** Returns a view of figures, which a node caches for some seconds. */
  static View figures(String name, String path) {
    return new View(name, path, null, true);
  }

  static View post(String name, String path, String body) {
    return new View(name, path, body, false);
  }

  String method() {
    return body == null ? "GET" : "POST";
  }
}

package dev.baton.benchmarks.views;

import org.jspecify.annotations.Nullable;

/**
 * Something that an operator looks at.
 *
 * @param name in the table
 * @param path below the interface's own, with its query
 * @param body what is posted; null to get
 * @param fresh whether a node remembers the answer for a moment, so that each time takes a new one
 */
record View(String name, String path, @Nullable String body, boolean fresh) {

  static View get(String name, String path) {
    return new View(name, path, null, false);
  }

  /** Of figures, which a node remembers for some seconds. */
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

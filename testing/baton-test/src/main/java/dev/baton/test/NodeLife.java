package dev.baton.test;

/** The state of a test node: alive or lost. Thread-safe. */
final class NodeLife {
  private final String name;
  private volatile boolean lost;

  NodeLife(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  void lose() {
    lost = true;
  }

  boolean isLost() {
    return lost;
  }

  void requireAlive() {
    if (lost) {
      throw new NodeLost(name);
    }
  }
}

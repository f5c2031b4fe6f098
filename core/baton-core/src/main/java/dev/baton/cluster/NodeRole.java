package dev.baton.cluster;

/** Role of a node in its cluster. */
public enum NodeRole {
  /** Adds tasks and runs them. */
  SERVER,
  /** Adds and reads tasks, but never claims one. */
  CLIENT
}

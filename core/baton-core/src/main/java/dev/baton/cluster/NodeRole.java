package dev.baton.cluster;

/** Roles of nodes in a cluster. */
public enum NodeRole {
  /** Adds tasks and runs them. */
  SERVER,
  /** Adds and reads tasks, but never claims one. */
  CLIENT
}

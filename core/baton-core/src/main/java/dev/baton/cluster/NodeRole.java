package dev.baton.cluster;

/** What a node does in its cluster. */
public enum NodeRole {
  /** Adds tasks and runs them. */
  SERVER,
  /** Adds tasks and looks at them; never claims one. */
  CLIENT
}

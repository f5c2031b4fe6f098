package dev.baton.test;

/**
 * Thrown through the threads of a node that the test has lost. An error, so that handlers which
 * catch exceptions don't outlive their node.
 */
final class NodeLost extends Error {
  private static final long serialVersionUID = 1L;

  NodeLost(String node) {
    super("The test lost the node " + node, null, false, false);
  }
}

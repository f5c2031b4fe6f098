package dev.baton.test;

/**
 * Thrown on the threads of a node that the test has lost. It is an {@code Error}, so that handlers
 * that catch exceptions don't keep running after their node is lost.
 */
final class NodeLost extends Error {
  private static final long serialVersionUID = 1L;

  NodeLost(String node) {
    super("The test lost the node " + node, null, false, false);
  }
}

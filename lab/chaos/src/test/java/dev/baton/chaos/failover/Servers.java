package dev.baton.chaos.failover;

import dev.baton.local.DatabaseAddress;

/** A database of one or several servers, which a test harms while a service works on it. */
interface Servers extends AutoCloseable {

  /** How many nodes the service has. */
  default int nodes() {
    return 2;
  }

  /** Under which this node of the service finds the database. */
  DatabaseAddress address(int node);

  /** The server that has the truth in the end. */
  DatabaseAddress survivor();

  @Override
  void close();
}

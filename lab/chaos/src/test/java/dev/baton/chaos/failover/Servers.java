package dev.baton.chaos.failover;

import dev.baton.local.DatabaseAddress;

/** A database of one or several servers, which a test damages while a service uses it. */
interface Servers extends AutoCloseable {

  /** Returns how many nodes the service has. */
  default int nodes() {
    return 2;
  }

  /** Returns the address under which this node of the service finds the database. */
  DatabaseAddress address(int node);

  /** Returns the server with the final rows. */
  DatabaseAddress survivor();

  @Override
  void close();
}

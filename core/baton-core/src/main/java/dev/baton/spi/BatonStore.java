package dev.baton.spi;

/**
 * A place for tasks, such as {@code JdbcStore.of(dataSource)}: what {@code Baton.builder(store)} is
 * given. Immutable, so that several nodes may be built on one.
 */
@FunctionalInterface
public interface BatonStore {

  /**
   * Opens what one node needs of this store. Called once for each node, when it starts; it may read
   * the database.
   *
   * @throws dev.baton.api.error.ConfigurationException if the store can't work as it is set up
   * @throws dev.baton.api.error.StoreUnavailableException if the database can't be reached
   */
  Stores open();
}

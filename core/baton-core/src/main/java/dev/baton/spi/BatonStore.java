package dev.baton.spi;

/**
 * A store of tasks, such as {@code JdbcStore.of(dataSource)}. Pass it to {@code
 * Baton.builder(store)}. Immutable, so that several nodes can use the same store.
 */
@FunctionalInterface
public interface BatonStore {

  /**
   * Opens the parts of the store that one node needs. Baton calls this method once for each node,
   * when the node starts. The method may query the database.
   *
   * @throws dev.baton.api.error.ConfigurationException if the store is configured wrongly
   * @throws dev.baton.api.error.StoreUnavailableException if the database can't be reached
   */
  Stores open();
}

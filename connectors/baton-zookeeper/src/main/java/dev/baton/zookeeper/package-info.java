/**
 * Leadership and limits through ZooKeeper, for teams that run one. It is rarely worthwhile, because
 * leadership through the database needs nothing but the database and works just as well.
 *
 * <p>Both parts use a {@code CuratorFramework} that the caller has started and closes after the
 * node has stopped. One client serves both.
 *
 * <p>The recipes are Baton's own, on Curator's plain calls. Curator's {@code LeaderLatch} reports
 * who leads, but not until when that is certain, and a node whose duty hangs would lead without
 * end. Its {@code InterProcessSemaphoreV2} blocks, and takes a lock for each permit.
 */
@NullMarked
package dev.baton.zookeeper;

import org.jspecify.annotations.NullMarked;

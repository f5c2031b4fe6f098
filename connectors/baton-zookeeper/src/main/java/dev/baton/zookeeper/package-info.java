/**
 * Leadership and limits by ZooKeeper, for teams that run one. Worth it rarely: the database's
 * leadership needs nothing more than the database, and works just as well.
 *
 * <p>Both parts take a started {@code CuratorFramework} of the caller's, who closes it after the
 * node has stopped. One client serves both.
 *
 * <p>The recipes are our own, on Curator's plain calls. A {@code LeaderLatch} tells who leads, but
 * not until when that may be believed, and a node whose duty hangs would lead for ever; an {@code
 * InterProcessSemaphoreV2} blocks, and takes a lock for each permit.
 */
@NullMarked
package dev.baton.zookeeper;

import org.jspecify.annotations.NullMarked;

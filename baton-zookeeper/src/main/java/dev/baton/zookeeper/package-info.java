/**
 * Leadership and limits by ZooKeeper, for teams that run one. Worth it rarely: the database's
 * leadership needs nothing more than the database, and works just as well.
 *
 * <p>Both parts take a started {@code CuratorFramework} of the caller's, who closes it after the
 * node has stopped. One client serves both.
 */
@NullMarked
package dev.baton.zookeeper;

import org.jspecify.annotations.NullMarked;

/**
 * Nodes and their cluster: the settings of a node ({@link dev.baton.cluster.NodeSettings}, {@link
 * dev.baton.cluster.BucketOptions}), the nodes of the cluster and the pauses ({@link
 * dev.baton.cluster.Cluster}).
 */
@NullMarked
package dev.baton.cluster;

import org.jspecify.annotations.NullMarked;

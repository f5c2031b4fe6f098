/**
 * Nodes and their cluster: how a node is set ({@link dev.baton.cluster.NodeSettings}, {@link
 * dev.baton.cluster.BucketOptions}), which nodes there are, and what is paused ({@link
 * dev.baton.cluster.Cluster}).
 */
@NullMarked
package dev.baton.cluster;

import org.jspecify.annotations.NullMarked;

/**
 * Nodes and their cluster: how a node is set ({@link dev.baton.api.cluster.NodeSettings}, {@link
 * dev.baton.api.cluster.BucketOptions}), which nodes there are, and what is paused ({@link
 * dev.baton.api.cluster.Cluster}).
 */
@NullMarked
package dev.baton.api.cluster;

import org.jspecify.annotations.NullMarked;

/**
 * How a node is set: {@link dev.baton.cluster.NodeSettings}, {@link
 * dev.baton.cluster.BucketOptions}.
 */
@NullMarked
package dev.baton.cluster;

import org.jspecify.annotations.NullMarked;

/**
 * The settings of a node: {@link dev.baton.cluster.NodeSettings} and {@link
 * dev.baton.cluster.BucketOptions}.
 */
@NullMarked
package dev.baton.cluster;

import org.jspecify.annotations.NullMarked;

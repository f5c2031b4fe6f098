/** Contracts of the stores and channels that connect the nodes of a cluster. */
@NullMarked
package dev.baton.tck.contract.cluster;

import org.jspecify.annotations.NullMarked;

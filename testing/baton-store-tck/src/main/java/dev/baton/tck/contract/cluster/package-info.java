/** What stores and channels must do for the nodes of a cluster. */
@NullMarked
package dev.baton.tck.contract.cluster;

import org.jspecify.annotations.NullMarked;

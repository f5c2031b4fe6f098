/** The contract of a store with limits of the cluster. */
@NullMarked
package dev.baton.tck.contract.limits;

import org.jspecify.annotations.NullMarked;

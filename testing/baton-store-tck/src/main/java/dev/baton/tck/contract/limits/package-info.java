/** What a store must do that has limits of the cluster. */
@NullMarked
package dev.baton.tck.contract.limits;

import org.jspecify.annotations.NullMarked;

/** What a store must do that has limits of the cluster. */
@NullMarked
package dev.baton.testkit.contract.limits;

import org.jspecify.annotations.NullMarked;

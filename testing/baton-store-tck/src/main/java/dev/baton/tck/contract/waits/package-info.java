/** What a store must do that has tasks wait for others. */
@NullMarked
package dev.baton.tck.contract.waits;

import org.jspecify.annotations.NullMarked;

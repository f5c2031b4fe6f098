/** What a store must do that has tasks wait for others. */
@NullMarked
package dev.baton.testkit.contract.waits;

import org.jspecify.annotations.NullMarked;

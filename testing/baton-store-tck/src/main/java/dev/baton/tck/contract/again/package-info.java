/**
 * What a store must do that lets finished tasks run again, or changes those that are added again.
 */
@NullMarked
package dev.baton.tck.contract.again;

import org.jspecify.annotations.NullMarked;

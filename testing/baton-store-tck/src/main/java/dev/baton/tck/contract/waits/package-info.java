/** The contract of a store whose tasks can wait for others. */
@NullMarked
package dev.baton.tck.contract.waits;

import org.jspecify.annotations.NullMarked;

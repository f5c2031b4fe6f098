/** The contract for labels, on every store. */
@NullMarked
package dev.baton.tck.contract.label;

import org.jspecify.annotations.NullMarked;

/** Contracts of stores that run finished tasks again or change tasks that are submitted again. */
@NullMarked
package dev.baton.tck.contract.again;

import org.jspecify.annotations.NullMarked;

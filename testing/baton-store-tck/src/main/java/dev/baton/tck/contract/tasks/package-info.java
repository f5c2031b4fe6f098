/** The contract of a task store with all capabilities. */
@NullMarked
package dev.baton.tck.contract.tasks;

import org.jspecify.annotations.NullMarked;

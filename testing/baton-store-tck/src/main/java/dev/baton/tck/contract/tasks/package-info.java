/** The contract of a store of tasks that can do all. */
@NullMarked
package dev.baton.tck.contract.tasks;

import org.jspecify.annotations.NullMarked;

/** The contract of a store of tasks that can do all. */
@NullMarked
package dev.baton.testkit.contract.tasks;

import org.jspecify.annotations.NullMarked;

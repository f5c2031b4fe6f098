/** A batch of tasks, and the tasks that follow when the batch has ended. */
@NullMarked
package dev.baton.examples.batch;

import org.jspecify.annotations.NullMarked;

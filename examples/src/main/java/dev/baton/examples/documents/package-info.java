/**
 * A task that polls while it waits for a callback that may never come. Either result ends the task.
 */
@NullMarked
package dev.baton.examples.documents;

import org.jspecify.annotations.NullMarked;

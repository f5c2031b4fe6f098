/** Helpers of Baton's own modules: checks of texts that a store can keep, and harmless texts. */
@NullMarked
package dev.baton.task.internal;

import org.jspecify.annotations.NullMarked;

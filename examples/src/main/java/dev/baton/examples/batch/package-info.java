/** Tasks added together, and what follows when they are through. */
@NullMarked
package dev.baton.examples.batch;

import org.jspecify.annotations.NullMarked;

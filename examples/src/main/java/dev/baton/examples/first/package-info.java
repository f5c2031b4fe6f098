/** The first task: added with a business change, run when it has committed. */
@NullMarked
package dev.baton.examples.first;

import org.jspecify.annotations.NullMarked;

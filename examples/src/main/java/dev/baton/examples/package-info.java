/** Small programs that show how to use Baton. */
@NullMarked
package dev.baton.examples;

import org.jspecify.annotations.NullMarked;

/** Programs that show Baton at work. */
@NullMarked
package dev.baton.examples;

import org.jspecify.annotations.NullMarked;

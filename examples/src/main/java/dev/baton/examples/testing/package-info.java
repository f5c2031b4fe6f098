/** A service as a team would write it; what the example is about are its tests. */
@NullMarked
package dev.baton.examples.testing;

import org.jspecify.annotations.NullMarked;

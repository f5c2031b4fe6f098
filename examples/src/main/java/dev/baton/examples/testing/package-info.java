/** A service as a team would write it. This example shows how to test it. */
@NullMarked
package dev.baton.examples.testing;

import org.jspecify.annotations.NullMarked;

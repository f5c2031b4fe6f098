/** The front door: {@link dev.baton.Baton}, one node of a cluster. */
@NullMarked
package dev.baton;

import org.jspecify.annotations.NullMarked;

/** Entry point of the library: {@link dev.baton.Baton}, a node of a cluster. */
@NullMarked
package dev.baton;

import org.jspecify.annotations.NullMarked;

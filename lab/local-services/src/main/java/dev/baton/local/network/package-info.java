/** Machines of their own for servers, which can be cut off from one another. */
@NullMarked
package dev.baton.local.network;

import org.jspecify.annotations.NullMarked;

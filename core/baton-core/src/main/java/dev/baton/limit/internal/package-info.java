/** The policies that come with Baton, as the engine sees them. */
@NullMarked
package dev.baton.limit.internal;

import org.jspecify.annotations.NullMarked;

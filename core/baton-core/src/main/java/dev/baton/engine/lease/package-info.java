/** What this node holds, and for how long it may trust that. */
@NullMarked
package dev.baton.engine.lease;

import org.jspecify.annotations.NullMarked;

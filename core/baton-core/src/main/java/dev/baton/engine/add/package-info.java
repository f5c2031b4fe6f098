/**
 * Adds tasks: request → row. After the commit, a ready task becomes a hint for a dispatcher, or
 * this node starts it by local dispatch.
 */
@NullMarked
package dev.baton.engine.add;

import org.jspecify.annotations.NullMarked;

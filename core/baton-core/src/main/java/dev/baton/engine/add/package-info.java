/**
 * Adds tasks: request → row. After the commit, a ready task becomes a hint for a dispatcher. If the
 * insert has claimed it, this node starts it directly.
 */
@NullMarked
package dev.baton.engine.add;

import org.jspecify.annotations.NullMarked;

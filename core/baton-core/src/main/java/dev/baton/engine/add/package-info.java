/**
 * Adding: from a request to an inserted row, and after the commit to a hint or a local dispatch.
 */
@NullMarked
package dev.baton.engine.add;

import org.jspecify.annotations.NullMarked;

/** What operators and callers do to tasks they don't hold. */
@NullMarked
package dev.baton.engine.operate;

import org.jspecify.annotations.NullMarked;

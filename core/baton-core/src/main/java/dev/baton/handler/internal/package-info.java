/** What the engine reads of definitions. */
@NullMarked
package dev.baton.handler.internal;

import org.jspecify.annotations.NullMarked;

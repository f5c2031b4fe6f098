/** The contents of definitions, as the engine reads them. */
@NullMarked
package dev.baton.handler.internal;

import org.jspecify.annotations.NullMarked;

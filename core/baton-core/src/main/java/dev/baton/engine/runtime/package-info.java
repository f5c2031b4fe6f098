/** Real time, chance and threads: the only place of the engine that touches them. */
@NullMarked
package dev.baton.engine.runtime;

import org.jspecify.annotations.NullMarked;

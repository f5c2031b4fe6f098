/** Gathers attempts of several tasks for one handler call: attempt → chunk → outcome. */
@NullMarked
package dev.baton.engine.attempt.chunk;

import org.jspecify.annotations.NullMarked;

/** The one place where real time, chance and threads come in. */
@NullMarked
package dev.baton.engine.runtime;

import org.jspecify.annotations.NullMarked;

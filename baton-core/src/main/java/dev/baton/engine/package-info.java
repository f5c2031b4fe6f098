/** The machinery that books, claims, runs and completes tasks. */
@NullMarked
package dev.baton.engine;

import org.jspecify.annotations.NullMarked;

/** The engine on real threads and a store in memory, one rule of behaviour a test. */
@NullMarked
package dev.baton.tck.engine;

import org.jspecify.annotations.NullMarked;

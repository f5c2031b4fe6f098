/** Tests the engine on real threads and a store in memory, one rule of behaviour per test. */
@NullMarked
package dev.baton.tck.engine;

import org.jspecify.annotations.NullMarked;

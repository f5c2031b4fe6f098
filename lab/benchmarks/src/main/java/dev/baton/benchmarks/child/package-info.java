/**
 * Runs a contender in a separate process that lines of text control. Uses only the JDK and
 * HikariCP, since each contender brings its own class path.
 */
@NullMarked
package dev.baton.benchmarks.child;

import org.jspecify.annotations.NullMarked;

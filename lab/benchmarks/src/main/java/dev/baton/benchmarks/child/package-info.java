/**
 * A contender at work in a process of its own, told what to do line by line. Uses the JDK and
 * HikariCP only, since each contender brings its own class path.
 */
@NullMarked
package dev.baton.benchmarks.child;

import org.jspecify.annotations.NullMarked;

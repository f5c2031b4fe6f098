/**
 * The other libraries to measure, each configured for throughput as its own documentation
 * recommends.
 */
@NullMarked
package dev.baton.benchmarks.peers;

import org.jspecify.annotations.NullMarked;

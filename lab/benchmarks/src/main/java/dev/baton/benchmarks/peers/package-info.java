/** The other libraries under measure, each set up as its own documents advise for throughput. */
@NullMarked
package dev.baton.benchmarks.peers;

import org.jspecify.annotations.NullMarked;

/**
 * Connects this node with its cluster. It publishes a heartbeat, and reads which nodes are live,
 * what is paused and which numbers operators have set. The packages that run tasks read from this
 * package. This package doesn't depend on them.
 */
@NullMarked
package dev.baton.engine.cluster;

import org.jspecify.annotations.NullMarked;

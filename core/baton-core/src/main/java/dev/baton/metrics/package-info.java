/** Publishes Micrometer meters from the node's events. Needs micrometer-core on the class path. */
@NullMarked
package dev.baton.metrics;

import org.jspecify.annotations.NullMarked;

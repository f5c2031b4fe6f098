/** Micrometer meters from the node's events; needs micrometer-core on the class path. */
@NullMarked
package dev.baton.metrics;

import org.jspecify.annotations.NullMarked;

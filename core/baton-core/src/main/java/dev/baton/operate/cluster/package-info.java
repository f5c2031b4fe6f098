/** The nodes of a cluster, what is paused on all of them, and what weakens their database. */
@NullMarked
package dev.baton.operate.cluster;

import org.jspecify.annotations.NullMarked;

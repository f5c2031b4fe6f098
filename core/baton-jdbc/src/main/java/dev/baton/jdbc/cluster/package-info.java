/**
 * What the nodes of a cluster have in common, on a relational database: who they are, who leads,
 * what is paused, and the schedules.
 */
@NullMarked
package dev.baton.jdbc.cluster;

import org.jspecify.annotations.NullMarked;

/** What nodes share beside tasks. */
@NullMarked
package dev.baton.cassandra.cluster;

import org.jspecify.annotations.NullMarked;

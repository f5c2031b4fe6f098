/** State that nodes share, apart from tasks. */
@NullMarked
package dev.baton.cassandra.cluster;

import org.jspecify.annotations.NullMarked;

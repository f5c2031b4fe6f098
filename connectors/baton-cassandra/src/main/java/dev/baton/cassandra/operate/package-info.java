/** What people ask of the tasks, and do to them. */
@NullMarked
package dev.baton.cassandra.operate;

import org.jspecify.annotations.NullMarked;
